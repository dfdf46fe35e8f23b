-- a page with a to-many embed
request = function()
    return wrk.format("GET", "/rest/v1/owner?select=id,name,item(id,name)&order=id&limit=20&id=gt." .. math.random(1, 950))
end
