import Testing

@testable import Catalogue
@testable import HomeFeed

/// Guards which days count for the rates of a day.
@Suite struct `The rates of widgets` {
    private static let widget = WidgetID(segment: "s", widget: "w")
    private static let today: Int32 = 1_000

    private static func total(
        _ day: Int32,
        shown: Int64,
        rank: Int16 = EventTotal.Key.wholeWidget,
        arms: String = ""
    ) -> EventTotal {
        let key = EventTotal.Key(day: day, widget: widget, arms: arms, rank: rank)
        return EventTotal(key: key, counts: EventTotal.Counts(shown: shown, opened: shown / 2))
    }

    private static func rates(_ totals: [EventTotal]) -> WidgetRates {
        let rates = WidgetRates()
        rates.update(with: totals, today: today)
        return rates
    }

    /// What counts for a visit on this day.
    private static func counts(_ rates: WidgetRates, before day: Int32 = today) -> EventTotal.Counts? {
        rates.counts(before: day)[widget]
    }

    @Test(arguments: [
        // The days of the totals, before today; whether they count for today and for yesterday.
        (0, false, false), (1, true, false), (2, true, true), (28, true, true), (29, false, true), (30, false, false),
        (-1, false, false),
    ])
    func `are those of the 28 whole days before`(age: Int32, forToday: Bool, forYesterday: Bool) {
        let rates = Self.rates([Self.total(Self.today - age, shown: 10)])
        let total = EventTotal.Counts(shown: 10, opened: 5)
        #expect(Self.counts(rates) == (forToday ? total : nil))
        #expect(Self.counts(rates, before: Self.today - 1) == (forYesterday ? total : nil))
    }

    @Test func `need the totals since the first day of yesterday's`() {
        let first = WidgetRates.firstDay(today: Self.today)
        let yesterday = Self.today - 1
        #expect(Self.counts(Self.rates([Self.total(first, shown: 1)]), before: yesterday)?.shown == 1)
        #expect(Self.rates([Self.total(first - 1, shown: 1)]).counts(before: yesterday).isEmpty)
    }

    @Test func `sum the visits of all arms, and no items`() {
        let rates = Self.rates([
            Self.total(Self.today - 3, shown: 4, arms: "x=a"), Self.total(Self.today - 3, shown: 6, arms: "x=b"),
            Self.total(Self.today - 9, shown: 2), Self.total(Self.today - 3, shown: 100, rank: 0),
        ])
        #expect(rates.counts(before: Self.today) == [Self.widget: EventTotal.Counts(shown: 12, opened: 6)])
    }

    @Test func `stay the same for a visit that lasts beyond midnight`() {
        var totals = [Self.total(Self.today - 5, shown: 8), Self.total(Self.today - 1, shown: 2)]
        let rates = Self.rates(totals)
        let before = Self.counts(rates)
        #expect(before?.shown == 10)
        totals += [Self.total(Self.today, shown: 50), Self.total(Self.today + 1, shown: 70)]
        rates.update(with: totals, today: Self.today + 1)
        #expect(Self.counts(rates) == before)
        #expect(Self.counts(rates, before: Self.today + 1)?.shown == 60)
        // Until the next update, the day after has the newest known rates.
        #expect(Self.counts(rates, before: Self.today + 2)?.shown == 60)
    }

    @Test func `are empty before the first update`() {
        #expect(WidgetRates().counts(before: Self.today).isEmpty)
    }
}
