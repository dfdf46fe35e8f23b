/// The calls to Storage.
struct SupabaseStorageRequest: SNMRequestConvertible {
    let endpoint: Endpoint
    private(set) var requestType: SNMRequestType

    static func upload(_ form: MultipartFormData, fileName: String, upsert: Bool, config: SupabaseConfig) -> Self {
        var header = ["apikey": config.apiKey]
        if upsert { header["x-upsert"] = "true" }
        return Self(
            endpoint: endpoint(.post, "object", fileName, config: config),
            requestType: .multipartFormData(header: header, multipartFormData: form)
        )
    }

    static func download(fileName: String, lastModified: String?, config: SupabaseConfig) -> Self {
        var header = ["apikey": config.apiKey]
        header["If-Modified-Since"] = lastModified
        return Self(
            endpoint: endpoint(.get, "object/authenticated", fileName, config: config),
            requestType: .header(with: header)
        )
    }

    func authorized(by authorization: String?) -> Self {
        guard let authorization else { return self }
        var copy = self
        copy.requestType = requestType.adding("Authorization", authorization)
        return copy
    }

    private static func endpoint(_ method: HTTPMethod, _ route: String, _ fileName: String, config: SupabaseConfig) -> Endpoint {
        Endpoint(baseURL: config.baseURL, path: "storage/v1/\(route)/\(config.bucket)/\(fileName)", method: method)
    }
}
