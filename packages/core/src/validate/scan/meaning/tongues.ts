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
  {
    id: 'tongues.to-the-model',
    code: 'scan.false-authority',
    tier: 'review',
    needs: ['tongue'],
    pattern:
      "\\b(?:hinweis|anweisung|regel|vorgabe|nota|regla|instruccion(?:es)?|aviso|consigne|note|regle|remarque|aturan|catatan|petunjuk|regola|istruzioni?|avviso|regra|instrucao|uwaga|zasada|instrukcja|regel|opmerking|kural|not|luu y|quy tac)\\b.{0,25}?\\b(?:an|fur|para|pour|a|per|untuk|dla|voor|icin|cho)\\b.{0,15}?(?:\\b|l')(?:sprachmodell|ki|modelo?|modell[ei]?|modelu|model|modele|asisten|assistente?|asistente?|assistant|asystenta|agente?|agenta|ia|ai|llm|tro ly)\\b|\\bfur (?:das (?:sprach)?modell|den (?:assistenten|agenten)|die ki) ?:|\\b(?:para|pour|per) (?:el |o |le |l'|il )?(?:modelo|modele|modello|asistente|assistant|assistente|agente|agent) ?:|\\b(?:model|asistan|yapay zeka)\\w{0,6} icin\\b.{0,12}?\\b(?:kural|not|talimat)\\b",
  },
  {
    id: 'tongues.whatever-was-wanted',
    code: 'scan.call-rewrite',
    tier: 'review',
    needs: ['tongue'],
    pattern:
      "\\b(?:unabhangig (?:von|davon)|ungeachtet|egal (?:was|welche\\w?)|quel(?:le)?s? que soi(?:t|ent)|par quelque \\w+ que|peu importe|independientemente d\\w+|sin importar|cualquiera que sea|sea cual sea|independentemente d\\w+|seja qual for|ainda que o (?:utilizador|usuario)|aunque el (?:usuario|cliente)|meme si l'?utilisateur|anche se l'?utente|qualunque (?:sia|cosa)|a prescindere|ongeacht|niezaleznie od|bez wzgledu na|apa ?pun|terlepas dari|de este servidor o de otro|ne olursa olsun)\\b",
    unless: '\\b(?:the|gross|kleinschreibung|mayusculas|majuscules)\\b',
  },
  {
    id: 'tongues.passed-here',
    code: 'scan.fake-prerequisite',
    tier: 'review',
    needs: ['tongue'],
    pattern:
      "\\b(?:si antes no|sin (?:haber )?pasa\\w*|pasado por aqui|prealable ici|passe(?:r|e)? (?:d'abord )?par (?:ici|cet outil)|faute de quoi|sous peine de|vor jede[rmns]?|avant (?:chaque|toute)|antes de (?:cada|cualquier)|antes de qualquer|prima di (?:ogni|qualsiasi)|przed kazd\\w+|sebelum setiap|her \\w+ once)\\b.{0,100}?\\b(?:doit|debe|deve|muss|ist|est|hay|fournir|lee|lea|lies|leggi|zmien|przeczytaj|oku|baca|aqui|ici|hier|qui|operation|tarjeta|echou\\w+|datos|inhalt|contenu|contenido|schreiben)\\b",
  },
  {
    id: 'tongues.shown-otherwise',
    code: 'scan.concealment',
    tier: 'review',
    needs: ['tongue'],
    pattern:
      "\\b(?:zusammenfassung|antwort|resumen|respuesta|resume|reponse|riepilogo|risposta|resumo|resposta|samenvatting|odpowied\\w+|jawaban)\\b.{0,30}?\\b(?:weiterhin|sigue|toujours|ancora|continua|nadal|tetap|original|eingegebene|ursprunglich\\w*)\\b|\\b(?:al cliente|al usuario|au client|a l'utilisateur|dem kunden|dem nutzer|all'utente|ao utilizador|ao cliente)\\b.{0,20}?\\b(?:se le (?:ensena|muestra|dice)|montre\\w*|affiche\\w*|angezeigt|gezeigt|mostra\\w*|original)\\b|\\b(?:responda|responde|diga|di|sag|dis|dites|rispondi|katakan|powiedz)\\b (?:que|dass|che|bahwa|ze|jika)\\b|\\bno hace falta (?:comentar\\w*|decir\\w*|mencionar\\w*)|\\bpas besoin d(?:e|')\\w*|\\bnicht (?:zu )?(?:erwahnen|nennen|anzeigen)\\b",
    unless: '\\b(?:nicht gefunden|no encontrad\\w|introuvable)\\b',
  },
];
