/// What the home of these tests says in each locale: the language, then a line for each widget and each item.
let goldenWords: [(locale: String, said: [String])] = [
    (
        "en",
        [
            "en ltr Homes",
            "New in Toledo | 1 new",
            "$190,000 | A house | 3 bd · 1.5 ba · 1,372 m² | A house, $190,000, 3 bedrooms, 1.5 bathrooms, 1,372 square meters, Maumee | New",
            "",
            "$200,000 | A house | 2 bd | 1.2 km | A house, $200,000, 2 bedrooms | 1.2 km away",
            "",
            "$208,000.50 | A house | 3 bd | 5% over your budget | A house, $208,000.50, 3 bedrooms | 5% over your budget",
            "",
            "$1,289.50 | AMI | A thing | AMI, A thing, $1,289.50",
            "Hearth | All",
            "How | So. | How, So.",
        ]
    ),
    (
        "en-US",
        [
            "en ltr Homes",
            "New in Toledo | 1 new",
            "$190,000 | A house | 3 bd · 1.5 ba · 14,768 ft² | A house, $190,000, 3 bedrooms, 1.5 bathrooms, 14,768 square feet, Maumee | New",
            "",
            "$200,000 | A house | 2 bd | 0.7 mi | A house, $200,000, 2 bedrooms | 0.7 mi away",
            "",
            "$208,000.50 | A house | 3 bd | 5% over your budget | A house, $208,000.50, 3 bedrooms | 5% over your budget",
            "",
            "$1,289.50 | AMI | A thing | AMI, A thing, $1,289.50",
            "Hearth | All",
            "How | So. | How, So.",
        ]
    ),
    (
        "de-CH",
        [
            "de ltr Häuser",
            "Neu in Toledo | 1 neu",
            "$\u{a0}190’000 | A house | 3 Schlafz. · 1.5 Bäder · 1’372 m² | A house, $\u{a0}190’000, 3 Schlafzimmer, 1.5 Bäder, 1’372 Quadratmeter, Maumee | Neu",
            "",
            "$\u{a0}200’000 | A house | 2 Schlafz. | 1.2 km | A house, $\u{a0}200’000, 2 Schlafzimmer | 1.2 km entfernt",
            "",
            "$\u{a0}208’000.50 | A house | 3 Schlafz. | 5% über deinem Budget | A house, $\u{a0}208’000.50, 3 Schlafzimmer | 5% über deinem Budget",
            "",
            "$\u{a0}1’289.50 | AMI | A thing | AMI, A thing, $\u{a0}1’289.50",
            "Hearth | Alle",
            "Wie | So. | Wie, So.",
        ]
    ),
    (
        "tr",
        [
            "tr ltr Evler",
            "Toledo: yeni ilanlar | 1 yeni",
            "$190.000 | A house | 3 yatak odası · 1,5 banyo · 1.372 m² | A house, $190.000, 3 yatak odası, 1,5 banyo, 1.372 metrekare, Maumee | Yeni",
            "",
            "$200.000 | A house | 2 yatak odası | 1,2 km | A house, $200.000, 2 yatak odası | 1,2 km uzaklıkta",
            "",
            "$208.000,50 | A house | 3 yatak odası | Bütçenizin %5 üzerinde | A house, $208.000,50, 3 yatak odası | Bütçenizin %5 üzerinde",
            "",
            "$1.289,50 | AMI | A thing | AMI, A thing, $1.289,50",
            "Hearth | Tümü",
            "Nasıl | Böyle. | Nasıl, Böyle.",
        ]
    ),
    (
        "ar-EG",
        [
            "ar rtl منازل",
            "الجديد في توليدو | إعلان جديد واحد",
            "\u{200f}١٩٠٬٠٠٠\u{a0}US$ | A house | ٣ غرف نوم · ١٫٥ حمّام · ١٬٣٧٢ م² | A house، \u{200f}١٩٠٬٠٠٠\u{a0}US$، ٣ غرف نوم، ١٫٥ حمّام، ١٬٣٧٢ مترًا مربعًا، Maumee | جديد",
            "",
            "\u{200f}٢٠٠٬٠٠٠\u{a0}US$ | A house | غرفتا نوم | ١٫٢ كم | A house، \u{200f}٢٠٠٬٠٠٠\u{a0}US$، غرفتا نوم | على بُعد ١٫٢ كم",
            "",
            "\u{200f}٢٠٨٬٠٠٠٫٥٠\u{a0}US$ | A house | ٣ غرف نوم | أعلى من ميزانيتك بنسبة ٥٪\u{61c} | A house، \u{200f}٢٠٨٬٠٠٠٫٥٠\u{a0}US$، ٣ غرف نوم | أعلى من ميزانيتك بنسبة ٥٪\u{61c}",
            "",
            "\u{200f}١٬٢٨٩٫٥٠\u{a0}US$ | AMI | A thing | AMI، A thing، \u{200f}١٬٢٨٩٫٥٠\u{a0}US$",
            "Hearth | الكل",
            "كيف | هكذا. | كيف، هكذا.",
        ]
    ),
]
