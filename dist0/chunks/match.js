function search(entries, query) {
	const words = plain(query.slice(0, 100)).split(/\s+/).filter(Boolean);
	if (words.length === 0) return [];
	return entries.map((entry, place) => ({
		entry,
		place,
		score: scoreOf(entry, words)
	})).filter(({ score }) => score > 0).toSorted((one, other) => other.score - one.score || one.place - other.place).slice(0, 50).map(({ entry }) => entry);
}
/** 0 unless every word is there; more where it is in the title, and most where the title begins with it. */
function scoreOf({ title, text = "", method = "" }, words) {
	const name = plain(title);
	const rest = plain(`${method} ${text}`);
	let score = 0;
	for (const word of words) {
		const at = name.indexOf(word);
		if (at === -1 && !rest.includes(word)) return 0;
		score += at === -1 ? 1 : isStart(name, at) ? 8 : 4;
	}
	const whole = words.join(" ");
	return score + (name === whole ? 16 : 0) + 1 / (1 + name.length);
}
function isStart(text, at) {
	return at === 0 || /[^\p{L}\p{N}]/u.test(text.charAt(at - 1));
}
/** In lower case and without accents. */
function plain(text) {
	return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}
export { search as t };

//# sourceMappingURL=match.js.map