-- a page with a to-one embed
request = function()
    local first = math.random(1, 9990)
    return wrk.format("GET", "/rest/v1/review?select=id,rating,item(name,price)&item_id=lt." .. first + 6 .. "&item_id=gte." .. first .. "&order=id&limit=20")
end
