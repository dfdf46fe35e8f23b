-- (c) a to-one and a to-many embed
request = function()
    return wrk.format("GET", "/rest/v1/item?select=id,name,owner(name),review(rating,comment)&id=eq." .. math.random(1, 10000))
end
