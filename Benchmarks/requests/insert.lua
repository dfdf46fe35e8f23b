-- (d) a single insert
request = function() return wrk.format("POST", "/rest/v1/entry", nil, '{"name":"Rex","amount":' .. math.random(1, 1000) .. '}') end
