import Foundation

/// A time as JSON shows it: `2024-05-06T07:08:09.000Z`.
struct ISOTime: Sendable, Hashable {
    /// Since 1970.
    var seconds: Int

    init(seconds: Int) {
        self.seconds = seconds
    }

    init?(_ text: String) {
        let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
        guard let date = (try? style.parse(text)) ?? (try? Date.ISO8601FormatStyle().parse(text)) else { return nil }
        seconds = Int(date.timeIntervalSince1970.rounded(.down))
    }

    var text: String {
        Date(timeIntervalSince1970: Double(seconds)).formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    }
}
