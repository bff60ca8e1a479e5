import type { Signal } from './signal.ts';

/**
 * Orders in other languages: all of override and concealment, and what scripts other than Latin add to `tongues.ts`. Tried on text that keeps its own letters, in lower case, without
 * invisible characters. A sentence is looked at when it holds one of the stems.
 */
export interface Phrase extends Omit<Signal, 'needs' | 'foreign' | 'unless'> {
  /** A stem that any match must hold: one search for it tells whether the pattern is worth trying. */
  readonly stems: readonly string[];
}

const override = (id: string, stems: readonly string[], pattern: string): Phrase => ({
  id: `override.${id}`,
  code: 'scan.override',
  tier: 'block',
  stems,
  pattern,
});
const conceal = (id: string, stems: readonly string[], pattern: string): Phrase => ({
  id: `concealment.${id}`,
  code: 'scan.concealment',
  tier: 'block',
  stems,
  pattern,
});

const first = (id: string, stems: readonly string[], pattern: string): Phrase => ({
  id: `prerequisites.${id}`,
  code: 'scan.fake-prerequisite',
  tier: 'review',
  stems,
  pattern,
});
const moved = (id: string, stems: readonly string[], pattern: string): Phrase => ({
  id: `exfiltration.${id}`,
  code: 'scan.exfiltration',
  tier: 'review',
  stems,
  pattern,
});
const chosen = (id: string, stems: readonly string[], pattern: string): Phrase => ({
  id: `selection.${id}`,
  code: 'scan.selection-hijack',
  tier: 'review',
  stems,
  pattern,
});
const ADDRESS = '(?:https?://|[\\w.+-]{1,60}@[\\w-]{1,40}\\.[a-z])';

/** Words that stand in any sentence, and backwards in no language; and some more, of which one stands beside them. */
const BACKWARDS = ['eht', 'siht', 'ruoy', 'htiw', 'morf', 'tuohtiw', 'erofeb'];
const ALSO_BACKWARDS = `${BACKWARDS.join('|')}|dna|ton|lla|uoy|resu|dnes|daer|llet|erongi|llac|elif|od|ot`;

/** The same with each letter thirteen places on. */
const ROT13 = ['gur', 'guvf', 'lbhe', 'gurve', 'jvgubhg', 'orsber', 'cebzcg', 'vafgehpgvbaf'];
const ALSO_ROT13 = `${ROT13.join('|')}|naq|nyy|gb|hfre|svyr|fraq|ernq|gryy|qb|abg|vagb|jvgu|grkg|vtaber|sbejneq|pnyy|nal|rirel`;

export const LANGUAGES: readonly Phrase[] = [
  // Backwards: models read that too.
  override(
    'backwards',
    ['snoitcurtsni', 'senilediug', 'stpmorp', 'snoitcirtser'],
    '\\b(?:snoitcurtsni|senilediug|stpmorp|snoitcirtser)\\b.{0,30}\\b(?:erongi|dragersid|tegrof|edirrevo|ssapyb)\\b',
  ),
  {
    id: 'backwards.words',
    code: 'scan.encoded-payload',
    tier: 'block',
    stems: BACKWARDS.map(word => ` ${word} `),
    pattern: ` (?:${BACKWARDS.join('|')}) [^.!?]{0,40}\\b(?:${ALSO_BACKWARDS})\\b|\\b(?:${ALSO_BACKWARDS})\\b[^.!?]{0,40} (?:${BACKWARDS.join('|')}) `,
  },
  {
    id: 'cipher.to-decode',
    code: 'scan.encoded-payload',
    tier: 'review',
    stems: ['rot13', 'rot-13', 'morse', 'caesar'],
    pattern:
      '\\b(?:rot-?13|morse|caesar)\\b[^.!?]{0,40}\\b(?:decode|decipher) (?:it |this |them )?(?:and|before|first|then)\\b|\\b(?:decode|decipher)\\b[^.!?]{0,40}\\b(?:rot-?13|morse|caesar)\\b[^.!?]{0,30}\\b(?:follow|obey|do what|act on|carry out)\\b',
  },
  override(
    'es',
    ['instruccion', 'indicacion', 'directric', 'reglas'],
    '(?:ignora|ignore|ignorar|olvida|olvide|descarta|desobedece|omite)\\w*\\b.{0,30}\\b(?:instrucciones|indicaciones|directrices|reglas)\\b',
  ),
  conceal(
    'es',
    ['usuari'],
    '(?:no|nunca|sin)\\b.{0,15}\\b(?:digas?|decir(?:le|selo)?|inform(?:es|ar|e)|mencion(?:es|ar|e)|revel(?:es|ar|e)|notifi(?:ques|car)|avis(?:es|ar)|cuent(?:es|e))\\b.{0,30}\\busuari[oa]s?\\b',
  ),
  override(
    'fr',
    [
      'ignorez',
      'ignorer',
      'oubli',
      'négligez',
      'ignore l',
      'ignore tou',
      'ignore tes',
      'ignore vos',
      'ignore ces',
      'pas compte',
      'outre',
    ],
    '(?:ignorez|ignorer|oublie[rz]?|ne tenez pas compte|ne tiens pas compte|négligez|passe[rz]? outre|ignore (?:les|toutes|tes|vos|ces|l))\\b.{0,30}(?:instructions|consignes|directives|règles|regles)\\b',
  ),
  conceal(
    'fr',
    ['utilisateur'],
    "(?:ne|n'|sans|jamais)\\b.{0,15}(?:dites|dis|dire|informe[rz]?|mentionne[rz]?|révéle[rz]?|révèle[sz]?|revele[rz]?|préven(?:ez|ir)|averti(?:s|r|ssez)|parle[rz]?|signale[rz]?)\\b.{0,30}utilisateurs?\\b",
  ),
  override(
    'de',
    ['anweisung', 'vorgabe', 'instruktion', 'richtlinie', 'regeln'],
    '(?:ignorier(?:e|en)|vergiss|vergessen|missachte[n]?|übergeh(?:e|en)|uebergehe[n]?)\\b.{0,40}(?:anweisungen|vorgaben|instruktionen|richtlinien|regeln)\\b',
  ),
  conceal(
    'de',
    ['benutzer', 'nutzer', 'anwender'],
    '(?:(?:sag(?:e|en)?|teil(?:e|en)?|informier(?:e|en)?|erwähn(?:e|en)?|erwaehn(?:e|en)?|verrat(?:e|en)?|benachrichtig(?:e|en)?)\\b.{0,40}(?:benutzer|nutzer|anwender)\\w*\\b.{0,30}\\b(?:nicht|nichts|niemals|nie|kein)|(?:nicht|nichts|niemals|ohne)\\b.{0,40}(?:benutzer|nutzer|anwender)\\w*\\b.{0,20}(?:sagen|informieren|erwähnen|erwaehnen|verraten|mitteilen|benachrichtigen|wissen))',
  ),
  override(
    'pt',
    ['instruç', 'instrucoes', 'diretri', 'regras'],
    '(?:ignore|ignora|ignorar|esqueça|esqueca|desconsidere|desconsidera)\\b.{0,30}(?:instruções|instrucoes|diretrizes|regras)\\b',
  ),
  conceal(
    'pt',
    ['usuári', 'usuari', 'utilizador'],
    '(?:não|nao|nunca|sem)\\b.{0,15}(?:diga|dizer|conte|contar|informe|informar|mencione|mencionar|revele|revelar|notifique|notificar|avise|avisar)\\b.{0,30}(?:usuári[oa]s?|usuari[oa]s?|utilizador)',
  ),
  override(
    'it',
    ['istruzion', 'direttiv', 'regole'],
    '(?:ignora|ignori|ignorare|dimentica|dimenticare|trascura)\\b.{0,30}(?:istruzioni|direttive|regole)\\b',
  ),
  conceal(
    'it',
    ['utent'],
    '(?:non|mai|senza)\\b.{0,15}(?:dire|dirlo|informare|menzionare|rivelare|avvisare|comunicare|notificare)\\b.{0,30}\\butent[ei]\\b',
  ),
  override(
    'ru',
    ['инструкц', 'указан', 'правил'],
    '(?:игнорир|забудь|забудьте|не обращай|отмени|пренебреги)\\S{0,8}.{0,30}(?:инструкци|указани|правил)',
  ),
  conceal(
    'ru',
    ['пользовател'],
    'не\\s.{0,10}(?:сообщай|говори|упоминай|раскрывай|уведомляй|рассказывай|информируй|показывай)\\S{0,4}.{0,30}пользовател|пользовател\\S{0,4}.{0,25}\\sне\\s(?:сообщай|говори|упоминай|раскрывай|уведомляй|рассказывай|показывай)',
  ),
  override(
    'uk',
    ['інструкц', 'вказівк', 'правил'],
    '(?:ігнору|забудь|не зважай)\\S{0,8}.{0,30}(?:інструкц|вказівк|правил)',
  ),
  override(
    'zh',
    ['指令', '指示', '提示', '说明', '規則', '规则'],
    '(?:忽略|无视|無視|忘记|忘記|不要理会|覆盖)[^。！？]{0,12}(?:指令|指示|提示词|提示|说明|规则|規則)',
  ),
  conceal(
    'zh',
    ['用户', '用戶', '使用者'],
    '(?:不要|不得|不能|别|別|切勿|禁止|无需|请勿|請勿)[^。！？]{0,6}(?:告诉|告訴|告知|通知|提及|透露|提醒|泄露|让|讓)[^。！？]{0,8}(?:用户|用戶|使用者)|(?:对|向)(?:用户|用戶|使用者)(?:隐瞒|隱瞞|保密)|(?:不要|不得|不能|别|別|切勿|禁止|请勿|請勿)(?:向|对|對|跟|和)(?:用户|用戶|使用者)[^。！？]{0,4}(?:提及|提到|说|說|透露|解释|展示)',
  ),
  override(
    'ja',
    ['指示', '命令', 'プロンプト', 'ルール'],
    '(?:指示|命令|プロンプト|ルール)[^。！？]{0,8}(?:無視|忘れ)',
  ),
  conceal(
    'ja',
    ['ユーザ', '利用者'],
    '(?:ユーザー?|利用者)[^。！？]{0,12}(?:伝えない|言わない|知らせない|教えない|明かさない|通知しない|伝えてはいけ|知られないよう|内緒|秘密)',
  ),
  override('ko', ['지시', '명령', '프롬프트', '지침'], '(?:지시|명령|프롬프트|지침)[^.!?]{0,10}(?:무시|잊어)'),
  conceal(
    'ko',
    ['사용자'],
    '사용자(?:에게|한테|가)?[^.!?]{0,14}(?:말하지|알리지|언급하지|밝히지|공개하지|모르게|알지 못하)',
  ),
  override('ar', ['تعليمات', 'التعليمات', 'أوامر'], '(?:تجاهل|انس|تجاوز)[^.!؟]{0,20}(?:التعليمات|تعليمات|الأوامر)'),
  conceal('ar', ['مستخدم'], 'لا (?:تخبر|تذكر|تكشف|تبلغ|تُخبر)[^.!؟]{0,20}(?:المستخدم|للمستخدم)'),
  override('hi', ['निर्देश'], 'निर्देश[^।!?]{0,20}(?:अनदेखा|नज़रअंदाज़|भूल)|(?:अनदेखा|नज़रअंदाज़)[^।!?]{0,20}निर्देश'),
  conceal(
    'tr',
    ['kullanıc', 'kullanic'],
    '(?:kullanıcıya|kullaniciya|kullanıcıyı)\\b.{0,30}(?:söyleme|soyleme|bahsetme|bildirme|açıklama|haber verme)',
  ),
  override('tr', ['talimat', 'yönerge'], '(?:talimat|yönerge)\\w{0,8}.{0,20}(?:yok say|görmezden gel|unut)'),
  override(
    'pl',
    ['instrukc', 'poleceń', 'polecen'],
    '(?:zignoruj|ignoruj|pomiń|zapomnij)\\b.{0,30}(?:instrukcje|instrukcji|polecenia|poleceń)',
  ),
  conceal(
    'pl',
    ['użytkownik', 'uzytkownik'],
    '(?:nie)\\b.{0,10}(?:mów|informuj|wspominaj|ujawniaj|powiadamiaj)\\b.{0,30}(?:użytkownik|uzytkownik)',
  ),
  override(
    'nl',
    ['instructies', 'aanwijzingen', 'regels'],
    '(?:negeer|vergeet|sla)\\b.{0,30}(?:instructies|aanwijzingen|regels)\\b',
  ),
  conceal(
    'nl',
    ['gebruiker'],
    '(?:vertel|meld|zeg|informeer|noem)\\b.{0,30}gebruikers?\\b.{0,20}\\b(?:niet|niets|nooit)|(?:niet|nooit|zonder)\\b.{0,20}gebruikers?\\b.{0,15}(?:vertellen|informeren|melden|noemen)',
  ),
  override('vi', ['hướng dẫn', 'chỉ thị', 'chỉ dẫn'], '(?:bỏ qua|phớt lờ|quên)\\b.{0,30}(?:hướng dẫn|chỉ thị|chỉ dẫn)'),
  conceal(
    'vi',
    ['người dùng'],
    '(?:đừng|không(?: được)?|chớ)\\s.{0,15}(?:nói|cho|báo|kể|tiết lộ|thông báo|đề cập).{0,30}người dùng',
  ),
  override('id', ['instruksi', 'perintah'], '(?:abaikan|lupakan)\\b.{0,30}(?:instruksi|perintah)\\b'),
  conceal(
    'id',
    ['pengguna'],
    '(?:jangan|tanpa)\\b.{0,15}(?:beri ?tahu|memberi ?tahu|sebutkan|ungkapkan)\\b.{0,30}pengguna',
  ),
  first(
    'zh',
    ['工具', '函数', '函數', '操作'],
    '(?:使用|调用|調用|执行|執行|运行|进行)[^。！？]{0,14}(?:工具|函数|函數|操作)[^。！？]{0,4}(?:之前|以前|前)[^。！？]{0,6}(?:必须|必須|务必|務必|需要先|应先|须先|一定要|请先)[^。！？]{0,4}(?:读取|讀取|调用|調用|执行|執行|运行|发送|打开)',
  ),
  first(
    'ja',
    ['ツール', '関数', '操作'],
    '(?:ツール|関数|操作)[^。！？]{0,14}(?:前に|まえに)[^。！？]{0,10}(?:必ず|最初に|まず)[^。！？]{0,40}(?:読|呼び出|実行|送信|開)',
  ),
  first(
    'ko',
    ['도구', '함수', '작업'],
    '(?:도구|함수|작업)[^.!?]{0,14}(?:전에|앞서)[^.!?]{0,8}(?:반드시|먼저|꼭)[^!?]{0,40}(?:읽|호출|실행|전송|열)',
  ),
  first(
    'ru',
    ['инструмент', 'функци', 'операци'],
    '(?:перед|прежде чем|до того как)[^.!?]{0,40}(?:инструмент|функци|операци)[^.!?]{0,30}(?:обязательно|необходимо|нужно|следует|должен|должны|сначала)[^!?]{0,30}(?:прочита|вызов|вызва|выполни|отправ|откро|запусти)',
  ),
  first(
    'ar',
    ['أداة', 'الأداة', 'الأدوات'],
    'قبل[^.!؟]{0,20}(?:الأداة|أداة|الأدوات)[^.!؟]{0,10}(?:يجب|عليك|لا بد|اقرأ|استدع)',
  ),
  first('hi', ['उपकरण', 'टूल'], '(?:उपकरण|टूल)[^।!?]{0,30}पहले[^।!?]{0,60}(?:पढ़|कॉल|चला|भेज)'),
  moved(
    'file.zh-ja',
    ['读取', '讀取', '打开', '文件', '読', '開', 'ファイル', '内容', '放入', '渡'],
    '(?:读取|讀取|打开|読|開|文件|ファイル|内容)[^。！？]{0,30}(?:\\.ssh|id_rsa|\\.aws|\\.env|/etc/(?:passwd|shadow))|(?:\\.ssh|id_rsa|\\.aws|\\.env|/etc/(?:passwd|shadow))[^。！？]{0,30}(?:读取|讀取|打开|読|開|文件|ファイル|内容|放入|渡)',
  ),
  moved(
    'file.others',
    ['파일', '읽', 'файл', 'прочита', 'الملف', 'ملف', 'फ़ाइल', 'फाइल'],
    '(?:파일|읽|файл|прочита|ملف|फ़ाइल|फाइल)[^!?।؟]{0,40}(?:\\.ssh|id_rsa|\\.aws|\\.env|/etc/(?:passwd|shadow))|(?:\\.ssh|id_rsa|\\.aws|\\.env|/etc/(?:passwd|shadow))[^!?।؟]{0,40}(?:파일|읽|файл|прочита|ملف|फ़ाइल|फाइल)',
  ),
  moved(
    'sent.zh-ja',
    [
      '用户',
      '密码',
      '密碼',
      '密钥',
      '令牌',
      '对话',
      '對話',
      '聊天',
      '邮件',
      '郵件',
      '会話',
      '履歴',
      'パスワード',
      'メール',
    ],
    `(?:所有|全部|每|整个|完整|すべて|全て|全)[^。！？]{0,12}(?:密码|密碼|密钥|令牌|对话|對話|聊天|邮件|郵件|会話|履歴|パスワード|メール)[^。！？]{0,40}${ADDRESS}|(?:密码|密碼|密钥|令牌|对话|對話|聊天记录|用户|会話|パスワード)[^。！？]{0,20}(?:发送|發送|上传|转发|送信|転送|送)[^。！？]{0,30}${ADDRESS}`,
  ),
  moved(
    'argument.zh-ja',
    ['参数', '參數', '引数', 'パラメータ', '字段'],
    '(?:系统提示|系統提示|提示词|对话|對話|聊天|密码|密钥|会話|履歴|システムプロンプト|パスワード)[^。！？]{0,16}(?:放入|填入|传入|写入|放到|附加|渡|入れ|含め)[^。！？]{0,16}(?:参数|參數|字段|引数|パラメータ)|(?:参数|參數|字段|引数|パラメータ)[^。！？]{0,16}(?:系统提示|对话记录|聊天记录|密码|会話履歴|システムプロンプト)',
  ),
  moved(
    'sent.ko',
    ['대화', '비밀번호', '토큰', '메일', '메시지'],
    `(?:모든|전체)[^!?]{0,12}(?:대화|비밀번호|토큰|메일|메시지)[^!?]{0,40}${ADDRESS}`,
  ),
  moved(
    'sent.ru',
    ['парол', 'токен', 'переписк', 'истори', 'письм', 'сообщени'],
    `(?:все|всю|вс\u0435\u0445|полн|кажд)\\S{0,6}[^!?]{0,20}(?:парол|токен|переписк|истори|письм|сообщени)[^!?]{0,60}${ADDRESS}`,
  ),
  moved(
    'sent.ar-hi',
    ['المحادثة', 'كلمات المرور', 'الرسائل', 'बातचीत', 'पासवर्ड', 'संदेश'],
    `(?:المحادثة|كلمات المرور|الرسائل|बातचीत|पासवर्ड|संदेश)[^!?।؟]{0,60}${ADDRESS}`,
  ),
  conceal('hi', ['उपयोगकर्ता', 'यूज़र'], '(?:उपयोगकर्ता|यूज़र)[^।!?]{0,40}(?:मत बता|न बता|नहीं बता|मत कह|पता न)'),
  chosen(
    'ru',
    ['инструмент'],
    '(?:всегда|только)[^.!?]{0,12}(?:выбирай|используй|вызывай)[^.!?]{0,20}инструмент|инструмент[^.!?]{0,20}вместо (?:друг|остальн)',
  ),
  chosen(
    'zh',
    ['工具'],
    '(?:始终|总是|總是|只能|只|优先|優先|务必)[^。！？]{0,4}(?:使用|选择|選擇|调用|調用)(?:此|本|该|這個|这个)工具|(?:不要|禁止|勿)(?:使用|调用)其他[^。！？]{0,6}工具',
  ),
  chosen(
    'ja',
    ['ツール'],
    '(?:他の|すべての|全ての)[^。！？]{0,6}ツール[^。！？]{0,8}(?:優先|使わ|使用し(?:ない|ては))|(?:必ず|常に)(?:この|本)ツール',
  ),
  chosen('ko', ['도구'], '(?:항상|반드시) 이 도구|다른 도구[^.!?]{0,10}(?:대신|사용하지)'),
  override('es.user', ['usuari'], '(?:ignora|ignore|ignorar|desobedece|desatiende)\\w*\\b.{0,30}\\busuari[oa]s?\\b'),
  {
    id: 'model.addressed',
    code: 'scan.false-authority',
    tier: 'review',
    stems: [
      '助手',
      '模型',
      '智能体',
      'アシスタント',
      'モデル',
      'エージェント',
      '모델',
      '어시스턴트',
      '에이전트',
      'модел',
      'ассистент',
      'агент',
      'सहायक',
      'मॉडल',
      'للنموذج',
      'للمساعد',
      'المساعد',
      'النموذج',
      'ผู้ช่วย',
    ],
    pattern:
      '(?:给|致|对|請|请)(?:本)?(?:AI|ai)?(?:助手|模型|智能体)的?(?:规定|说明|提示|注意|要求|须知|：|:)|(?:助手|模型|智能体)(?:须知|注意事项|规则|必须|须|应当|一律)|(?:アシスタント|モデル|エージェント)(?:へ|への(?:注意|指示|お願い)|向け)[^。]{0,6}(?:：|:|は)|(?:모델|어시스턴트|에이전트)(?:에게|용 (?:규칙|지침)|은 반드시)|(?:правил|указани|примечани|инструкци|заметк)\\S{0,3} (?:для|к) (?:модел|ассистент|агент)|(?:модел|ассистент|агент)\\S{0,4} (?:должн|обязан)|सहायक के लिए|मॉडल के लिए|(?:للنموذج|للمساعد|على المساعد|على النموذج)',
  },
  {
    id: 'standing.henceforth',
    code: 'scan.override',
    tier: 'review',
    stems: [
      '以后',
      '今后',
      '此后',
      '从现在起',
      '凡',
      '一律',
      '以後',
      '今後',
      '이후',
      '앞으로',
      'отныне',
      'впредь',
      'теперь все',
    ],
    pattern:
      '(?:以后|今后|此后|从现在起|凡)[^。！？]{0,20}(?:都|一律|均|必须|须|全部)|一律(?:填写|改|使用|发送|抄送|密送)|(?:以後|今後)[^。！？]{0,12}(?:すべて|全て|必ず|常に|では)|(?:이후|앞으로)[^.!?]{0,10}(?:모든|항상|반드시)|(?:отныне|впредь|теперь все)',
  },
  {
    id: 'arguments.replaced',
    code: 'scan.call-rewrite',
    tier: 'review',
    stems: [
      '替换',
      '改为',
      '改成',
      '换成',
      '读み替え',
      '読み替え',
      '置き換え',
      '差し替え',
      '바꾸',
      '변경',
      'заменя',
      'подмен',
      'округл',
    ],
    pattern:
      '(?:地址|账号|帳號|账户|收款|路径|金额|收件人|参数|链接)[^。！？]{0,14}(?:替换|改为|改成|换成)|(?:口座|宛先|パス|金額|住所|引数|リンク)[^。！？]{0,24}(?:読み替え|置き換え|差し替え)|(?:계좌|수신자|경로|금액|주소)[^.!?]{0,14}(?:바꾸|변경)|(?:пут|счёт|счет|адрес|сумм|получател)\\S{0,4}[^.!?]{0,40}(?:заменя|подмен|округл)',
  },
  {
    id: 'concealment.shown-otherwise',
    code: 'scan.concealment',
    tier: 'review',
    stems: ['用户', '使用者', '利用者', 'ユーザー', '사용자', 'пользовател', 'отчёт', 'отчет', 'この件'],
    pattern:
      '(?:不必|无需|不用|無需)[^。！？]{0,3}(?:向|对|跟|和|告诉|通知|告知)?(?:用户|使用者)|(?:用户|使用者)[^。！？]{0,6}(?:原来的|原本|仍显示)|(?:利用者|ユーザー)には?[^。！？]{0,12}(?:元の|もとの|表示しない|説明しない|見せない)|この件は[^。！？]{0,6}説明しない|사용자에게[^.!?]{0,6}(?:설명하지|보여주지|원래)|пользовател\\S{0,3} (?:называй|показывай|говори)\\S{0,3} (?:исходн|прежн|стар)|(?:отчёт|отчет)\\S{0,3}[^.!?]{0,40}(?:пропускай|не показывай|не упоминай|не включай)',
  },
  {
    id: 'exfiltration.exported',
    code: 'scan.exfiltration',
    tier: 'review',
    stems: [
      '密码',
      '密碼',
      '防火墙',
      '防火牆',
      '杀毒',
      '私钥',
      '银行卡',
      '卡号',
      'パスワード',
      '秘密鍵',
      'カード番号',
      '비밀번호',
      '카드 번호',
      'парол',
      'карт',
    ],
    pattern:
      '(?:密码|密碼|私钥|银行卡|卡号)[^。！？]{0,16}(?:导出|發送|发送|上传|填入|填写|写入|放到|复制)|(?:关闭|禁用|停用)[^。！？]{0,6}(?:防火墙|防火牆|杀毒)|(?:パスワード|秘密鍵|カード番号)[^。！？]{0,16}(?:書き出|送信|入力し|渡|コピー)|(?:비밀번호|카드 번호)[^.!?]{0,16}(?:내보내|전송|복사|입력해|넣)|(?:номер карт|парол)\\S{0,3}[^.!?]{0,40}(?:передай|отправ|скопир|впиши|вставь|экспорт)',
  },
  {
    id: 'cipher.rot13',
    code: 'scan.encoded-payload',
    tier: 'block',
    stems: ROT13.map(word => ` ${word} `),
    pattern: ` (?:${ROT13.join('|')}) [^.!?]{0,60}\\b(?:${ALSO_ROT13})\\b|\\b(?:${ALSO_ROT13})\\b[^.!?]{0,60} (?:${ROT13.join('|')}) `,
  },
];
