-- (a) read by primary key
request = function() return wrk.format("GET", "/rest/v1/item?id=eq." .. math.random(1, 10000)) end
