// The page's own words on phones, in the languages of the sample.

/** @typedef {Record<"more" | "again" | "empty", string>} Words */

/** @type {Record<string, Words>} */
const byLanguage = {
  en: { more: "More", again: "Try again", empty: "There is nothing here yet" },
  de: { more: "Mehr", again: "Erneut versuchen", empty: "Hier gibt es noch nichts" },
  tr: { more: "Daha fazla", again: "Tekrar dene", empty: "Burada henüz bir şey yok" },
  ar: { more: "المزيد", again: "إعادة المحاولة", empty: "لا يوجد شيء هنا بعد" },
};

/**
 * The words in the language of a locale, or else in English.
 * @param {string} locale BCP 47.
 */
export function words(locale) {
  return byLanguage[new Intl.Locale(locale).language] ?? byLanguage.en;
}
