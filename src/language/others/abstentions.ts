/** Ways to say, in languages besides English, that a question is not answered: all that is said, in lower case. */

const byLanguage = {
  german: `unbekannt|nicht bekannt|nicht angegeben|keine angabe|keine angaben|nicht genannt|nicht erwähnt|keine antwort|nicht beantwortbar|
  weiß ich nicht|ich weiß es nicht|das weiß ich nicht|keine information|keine informationen|nicht bestimmbar`,
  dutch: `onbekend|niet bekend|niet vermeld|niet genoemd|niet opgegeven|niet gespecificeerd|geen antwoord|geen informatie|ik weet het niet|weet ik niet`,
  french: `inconnu|inconnue|non précisé|non précisée|non mentionné|non mentionnée|non indiqué|non indiquée|non spécifié|non spécifiée|
  pas de réponse|aucune réponse|aucune information|je ne sais pas|information insuffisante|informations insuffisantes`,
  spanish: `desconocido|desconocida|no se indica|no se menciona|no se especifica|no especificado|no especificada|no mencionado|sin respuesta|
  no lo sé|no se sabe|información insuficiente|sin información`,
  portuguese: `desconhecido|desconhecida|não informado|não mencionado|não especificado|não indicado|sem resposta|não sei|sem informação|informação insuficiente`,
  italian: `sconosciuto|sconosciuta|non specificato|non indicato|non menzionato|non noto|nessuna risposta|non lo so|informazioni insufficienti`,
  romanian: `necunoscut|necunoscută|nespecificat|nemenționat|nu se menționează|nu se specifică|fără răspuns|nu știu`,
  turkish: `bilinmiyor|bilmiyorum|belirtilmemiş|belirtilmemiştir|bahsedilmiyor|cevap yok|yanıt yok|bilgi yok`,
  vietnamese: `không rõ|không biết|tôi không biết|không được nêu|không được đề cập|không có câu trả lời|không có thông tin`,
  russian: `неизвестно|не указано|не упоминается|не упомянуто|нет ответа|нет данных|нет информации|не знаю|я не знаю`,
  greek: `άγνωστο|άγνωστος|άγνωστη|δεν αναφέρεται|δεν προσδιορίζεται|δεν γνωρίζω|δεν ξέρω|καμία απάντηση`,
  arabic: `غير معروف|غير معروفة|غير مذكور|غير مذكورة|غير محدد|لم يذكر|لم يُذكر|لا أعرف|لا أعلم|لا توجد إجابة|لا توجد معلومات`,
  hindi: `अज्ञात|पता नहीं|मुझे नहीं पता|उल्लेख नहीं है|उल्लेख नहीं किया गया है|कोई उत्तर नहीं|कोई जानकारी नहीं`,
  thai: `ไม่ทราบ|ไม่รู้|ไม่ได้ระบุ|ไม่ระบุ|ไม่ได้กล่าวถึง|ไม่มีคำตอบ|ไม่มีข้อมูล`,
  chinese: `未知|不详|不詳|不知道|我不知道|未提及|没有提及|沒有提及|没有提到|沒有提到|未说明|未說明|未注明|无法回答|無法回答|无法确定|無法確定|没有答案|沒有答案`,
  japanese: `不明|不明です|わかりません|分かりません|わからない|分からない|記載なし|記載されていません|言及なし|言及されていません|回答なし|回答できません`,
  korean: `알 수 없음|알 수 없습니다|모름|모릅니다|모르겠습니다|언급 없음|언급되지 않음|언급되지 않았습니다|명시되지 않음|정보 없음|답변 없음`,
};

export const otherAbstentions: ReadonlySet<string> = new Set(
  Object.values(byLanguage).flatMap((list) => list.split('|').map((phrase) => phrase.trim())),
);
