-- (e) a function call
request = function() return wrk.format("POST", "/rest/v1/rpc/add", nil, '{"a":' .. math.random(1, 1000) .. ',"b":2}') end
