-- (b) a filtered page of 100 rows
request = function() return wrk.format("GET", "/rest/v1/item?category=eq." .. math.random(0, 49) .. "&order=id&limit=100") end
