-- an embed through a junction
request = function()
    return wrk.format("GET", "/rest/v1/item?select=id,name,label(name)&id=eq." .. math.random(1, 10000))
end
