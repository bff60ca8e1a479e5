import { described, mcpToolWith, ruleTable } from '../rule-table.ts';
import { mixedScript } from './mixed-script.ts';

ruleTable(mixedScript, {
  rejects: [
    ['a Cyrillic a in a Latin word', described('Opens pаypal.'), '/description'],
    ['a Latin letter in a Cyrillic word', described('Открывает cтраницу.'), '/description'],
    ['a Greek capital at the start', described('Εmail is sent.'), '/description'],
    ['a Greek omicron', described('gοοgle'), '/description'],
    ['a mark between the two scripts', described('pa\u0301уpal'), '/description'],
    ['a mixed word behind a million honest ones', described(`${'слово '.repeat(100_000)}pаypal`), '/description'],
    [
      'a choice that only looks like another',
      mcpToolWith({ inputSchema: { properties: { a: { enum: ['admin', 'аdmin'] } } } }),
      '/inputSchema/properties/a/enum/1',
    ],
    [
      'a parameter whose name only looks like another',
      mcpToolWith({ inputSchema: { properties: { path: {}, pаth: {} } } }),
      '/inputSchema/properties/pаth',
    ],
  ],
  accepts: [
    ['Russian beside English', described('Ищет в GitHub и Wi-Fi-сети: USB-кабель, 10мм.')],
    ['Greek prose', described('Επιστρέφει την πρόγνωση για μια πόλη.')],
    ['units and symbols', described('Takes 5 μs at 3 kΩ; Δt, λmax, αβ-test, π-day.')],
    ['Latin letters in Chinese and Japanese', described('使用API搜索。Tシャツを検索します。')],
    ['Latin and Arabic, Hebrew, Hindi', described('ابحث PDFملف, קובץPDF, PDFफ़ाइल')],
    ['accents, also as combining marks', described('Œuvre, naïve, Tiếng Việt, re\u0301sume\u0301')],
    ['six million Cyrillic letters', described('ж'.repeat(6_000_000))],
    [
      'a pattern that takes both alphabets',
      mcpToolWith({ inputSchema: { properties: { a: { pattern: '^[a-zа-я]+$' } } } }),
    ],
  ],
});
