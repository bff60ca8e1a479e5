import { DESTINATION, PRIVATE_PLACE, SECRET_PLACE, type Signal } from './signal.ts';

const TOOL =
  "(?:herramientas?|(?:l'?)?outils?|werkzeuge?s?|tools?|ferramentas?|strument[oi]|hulpmiddel(?:en)?|gereedschap|narzedzi[ae]|araci?|alat|funcion|fonction|funktion|funcao|funzione)";
const BEFORE =
  "(?:antes de|avant d[e']|vor|bevor|prima d[i']|voordat|alvorens|voor|przed|once|sebelum|kullanmadan once)";
const ORDER =
  '(?:lee|lea|leer|llam[ae]|llamar|invoca|ejecut[ae]|envi[ae]|debes?|hay que|obligatorio|il faut|vous devez|tu dois|lisez|lis|lire|appel(?:ez|le|er)|envoyez|muss|mussen|sollst|lies|rufe?|sende|aufrufen|gelesen|deve|devi|dovete|leia|chame|leggi|leggere|chiama|chiamare|invia|moet|roep|lees|stuur|przeczytaj|wywolaj|wyslij|oku|cagir|gonder|baca|panggil|kirim|sempre|toujours|immer|altijd|siempre)';
const SECRET =
  '(?:historial|historique|verlauf|historico|cronologia|geschiedenis|contrasenas?|claves(?: api)?|mots de passe|cles(?: api)?|passworter|kennworter|senhas|chaves|passwords?|chiavi|wachtwoorden|hasla|api-schlussel|tokens?|conversa(?:cion|tion|zione)?|gesprach|gesprek|unterhaltung)';
const ALL =
  '(?:tod[oa]s?|tous|toutes?|tout|alle[ns]?|tutt[oaei]|ganzen?|gesamten?|complet[oae]?|entiere?|intero|wszystkie|tum|semua|hele)';
const SLOT = '(?:parametr[eo]?s?|parameters?|argument[oei]?s?|champs?|feld|campo|veld|parametrze)';
const GOODS =
  '(?:correos?|mensajes|e-?mails?|mails?|courriels|nachrichten|mensagens|messaggi|berichten|messages|pagos|transferencias|uberweisungen|virements)';

/** The same ideas in languages of Latin letters, without their accents. */
export const TONGUES: readonly Signal[] = [
  {
    id: 'tongues.before-this-tool',
    code: 'scan.fake-prerequisite',
    tier: 'review',
    needs: ['tongue'],
    pattern: `\\b(?:doit|debe|deve|muss|moet)\\b.{0,20}?\\b(?:appele|llamad|chamad|chiamat|aufgerufen|aangeroepen|utilis|ejecutad|executad)\\w*\\b.{0,20}?\\b(?:avant|antes|prima|vor|voor)\\b|\\b${BEFORE}.{0,40}?\\b${TOOL}\\b.{0,80}?\\b${ORDER}\\b|\\b${ORDER}\\b.{0,60}?\\b${BEFORE}.{0,30}?\\b(?:otr[oa]s?|autres?|andere[ns]?|ander|outr[oa]s?|altr[oiae]|inne|cualquier|jede[ns]?|qualquer|qualsiasi|elk)\\b.{0,15}?\\b${TOOL}\\b`,
  },
  {
    id: 'tongues.private-file',
    code: 'scan.exfiltration',
    tier: 'review',
    needs: ['tongue'],
    pattern: `${SECRET_PLACE}|${PRIVATE_PLACE}`,
    unless: '\\b(?:the|and|with|from|defaults?)\\b',
  },
  {
    id: 'tongues.secrets-moved',
    code: 'scan.exfiltration',
    tier: 'review',
    needs: ['tongue'],
    pattern: `\\b${ALL}\\b.{0,40}?\\b${SECRET}\\b.{0,60}?(?:${DESTINATION}|\\b${SLOT}\\b)|\\b${SECRET}\\b.{0,60}?(?:https?://|[\\w.+-]{1,60}@[\\w-]{1,40}\\.[a-z])|\\b(?:inclu[iy]\\w*|anad[aei]\\w*|agrega\\w*|coloc\\w+|ajout\\w+|envi[ae]\\w*|aggiung\\w+|invi[ao]\\w*|fug\\w*|sende\\w*|voeg\\w*|stuur)\\b.{0,30}?\\b${SECRET}\\b.{0,40}?\\b${SLOT}\\b`,
  },
  {
    id: 'tongues.all-to-one-place',
    code: 'scan.call-rewrite',
    tier: 'review',
    needs: ['tongue'],
    pattern: `\\b${ALL}\\b.{0,30}?\\b${GOODS}\\b.{0,80}?${DESTINATION}`,
  },
  {
    id: 'tongues.kept-in-the-dark',
    code: 'scan.concealment',
    tier: 'review',
    needs: ['tongue'],
    pattern:
      "\\bno (?:lo )?(?:menciones|reveles|digas|cuentes)\\b.{0,15}?\\b(?:est[aeo]s?|nada|lo)\\b|\\bne (?:mentionne[zs]?|revele[zs]?) (?:pas|jamais|rien)\\b|\\bn[ae]o (?:mencione|revele|conte)\\b.{0,15}?\\b(?:est[ae]|isto|isso|nada)\\b|\\bnon (?:menzionare|rivelare)\\b|\\berwahnen? (?:dies|das|diese\\w?)\\b.{0,30}?\\b(?:nicht|nie)\\b|\\b(?:benutzer|nutzer|anwender)\\w{0,2}\\b.{0,15}?\\b(?:darf|soll|braucht)\\b.{0,20}?\\b(?:nichts?|nie)\\b.{0,15}?\\b(?:erfahren|wissen|merken|bemerken|sehen)\\b|\\bsin que (?:el|la|los) usuari\\w+.{0,15}?\\b(?:sepan?|entere|note)\\b|\\bsans que l'?utilisateur\\b.{0,15}?\\b(?:sache|voie|remarque)\\b|\\ba l'insu d\\w+|\\bsem que o (?:usuario|utilizador)\\b.{0,15}?\\b(?:saiba|perceba|note)\\b|\\ball'insaputa\\b|\\bsenza che l'?utente\\b|\\bzonder dat de gebruiker\\b|\\bohne (?:das )?wissen des (?:be)?nutzers\\b",
  },
  {
    id: 'tongues.chosen',
    code: 'scan.selection-hijack',
    tier: 'review',
    needs: ['tongue'],
    pattern: `\\b(?:sempre|siempre|toujours|immer|altijd|solo|nur|seulement|zawsze|unicamente|selalu)\\b.{0,15}?\\b(?:us[aeo]\\w*|utili[sz]\\w*|benutze\\w*|verwende\\w*|nutze\\w*|gebruik\\w*|uzyj|gunakan)\\b.{0,15}?\\b${TOOL}\\b|\\b(?:use?|usa|utilise[rz]?|verwende|benutze|gebruik)\\b.{0,20}?\\b${TOOL}\\b.{0,20}?\\b(?:en lugar de|en vez de|em vez d\\w+|au lieu d\\w+|anstelle|statt|anstatt|invece d\\w+|in plaats van|zamiast)\\b`,
  },
  {
    id: 'tongues.precedence',
    code: 'scan.override',
    tier: 'review',
    needs: ['tongue'],
    pattern:
      "\\b(?:vorrang|prioridad|priorite|prioridade|precedenza|voorrang|prevalecen|prevalent|prevalgono)\\b.{0,25}?\\b(?:vor|sobre|sur|rispetto|boven|su|gegenuber)\\b.{0,40}?\\b(?:usuari[oa]s?|utilisateurs?|l'utilisateur|(?:be)?nutzers?|anwenders?|utent[ei]|gebruikers?|instrucciones|instructions|anweisungen|instrucoes|istruzioni|instructies|alle[ms]?|tod[oa]s?)\\b",
  },
];
