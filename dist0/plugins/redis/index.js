import { t as definePlugin } from "../../chunks/plugin.js";
import "../../chunks/kernel.js";
import { _ as service } from "../../chunks/explain-issues.js";
import { r as messageOf } from "../../chunks/finding.js";
import { C as strictObject, l as boolean, p as int, w as string } from "../../chunks/zod2.js";
import { n as toMilliseconds } from "../../chunks/duration.js";
import { c as Jobs, f as Semaphores, l as Nodes, n as SharedEvents, u as Limiter } from "../../chunks/services2.js";
import { r as Runtime } from "../../chunks/services.js";
import { t as I } from "../../chunks/lru-cache.js";
import { n as isShown, t as EventRing } from "../../chunks/event-ring.js";
import { t as Generations } from "../../chunks/generations.js";
import { t as Duration } from "../../chunks/duration2.js";
import { createCipheriv, createDecipheriv, createHmac, hash, randomBytes, randomInt } from "node:crypto";
import { setTimeout as setTimeout$1 } from "node:timers/promises";
// plugins/redis/marks.ts
/**
* Places in the events of all nodes, and their ids. An id is the place sealed for those who learn of the same events: it
* holds at every node, and shows nothing of the events in between that its readers must not learn of.
*/
/** The place before the first event. */
const beginOf = (epoch) => ({
	epoch,
	ms: 0,
	seq: 0,
	local: 0
});
/** @param id as Redis writes it: `1700000000000-0`. */
function markAt(epoch, id) {
	const [ms = 0, seq = 0] = id.split("-").map(Number);
	return {
		epoch,
		ms,
		seq,
		local: 0
	};
}
/** Below 0 when `a` comes before `b`. */
function compareMarks(a, b) {
	return a.ms - b.ms || a.seq - b.seq || a.local - b.local;
}
function isSameMark(a, b) {
	return a.epoch === b.epoch && compareMarks(a, b) === 0;
}
/** Seals marks of one epoch for one kind of reader, in one block of AES. */
var Seal = class {
	#epoch;
	#node;
	#encrypt;
	#decrypt;
	/** @param node a number of 24 bits that this node alone has. */
	constructor(secret, epoch, readers, node) {
		this.#epoch = epoch;
		this.#node = node;
		const key = createHmac("sha256", secret).update(`${epoch} ${readers}`).digest().subarray(0, 16);
		this.#encrypt = createCipheriv("aes-128-ecb", key, null).setAutoPadding(false);
		this.#decrypt = createDecipheriv("aes-128-ecb", key, null).setAutoPadding(false);
	}
	idOf({ ms, seq, local }) {
		const block = Buffer.alloc(16);
		block.writeUIntBE(ms, 0, 6);
		block.writeUIntBE(seq % 2 ** 16, 6, 2);
		if (local > 0) {
			block.writeUIntBE(this.#node, 8, 3);
			block.writeUIntBE(local, 11, 5);
		}
		return this.#encrypt.update(block).toString("hex");
	}
	/** Any mark for an id that was sealed otherwise. One of another node's own events is the place in the stream before it. */
	markOf(id) {
		if (!/^[0-9a-f]{32}$/.test(id)) return void 0;
		const block = this.#decrypt.update(Buffer.from(id, "hex"));
		const isOwn = block.readUIntBE(8, 3) === this.#node;
		return {
			epoch: this.#epoch,
			ms: block.readUIntBE(0, 6),
			seq: block.readUIntBE(6, 2),
			local: isOwn ? block.readUIntBE(11, 5) : 0
		};
	}
};
// plugins/redis/event-log.ts
/** The events of all nodes as this one has them, with its own in between, for subscribers here. */
/** Principals whose latest own events are remembered. The least recent one is given up, and has then missed events. */
const MAX_PRINCIPALS = 1e4;
/** How far the clock of Redis may be ahead of ours, in milliseconds. */
const MAX_SKEW_MS = 36e5;
/** Returns the name of all events like this one; undefined for one of a single principal. */
function groupOf({ event, recipients }) {
	return typeof recipients?.only === "string" ? void 0 : JSON.stringify([event, recipients?.access ?? null]);
}
var EventLog = class {
	ring;
	#secret;
	#node = randomInt(1, 2 ** 24);
	/** By group. */
	#last = /* @__PURE__ */ new Map();
	/** By principal, then by group. */
	#own = new I({
		max: MAX_PRINCIPALS,
		dispose: (own) => {
			for (const { mark } of own.values()) if (compareMarks(mark, this.#ownSince) > 0) this.#ownSince = mark;
		}
	});
	#epoch = newEpoch();
	/** Epoch of the events that only this node has, as Redis is away; undefined while it is there. */
	#ownEpoch = this.#epoch;
	#latest = beginOf(this.#epoch);
	/** All later events of single principals are known. */
	#ownSince = beginOf(this.#epoch);
	/** Number in the ring of the first event of the epoch. */
	#first;
	#locals = 0;
	constructor(capacity, secret) {
		this.#secret = secret;
		this.ring = new EventRing(capacity, (subscription) => this.#viewOf(subscription));
	}
	/** Adds an event that only this node has. */
	addLocal(event, data, recipients) {
		const { ms, seq } = this.#latest;
		const mark = {
			epoch: this.#ownEpoch ?? this.#epoch,
			ms,
			seq,
			local: ++this.#locals
		};
		this.#add({
			event,
			data,
			recipients,
			mark
		});
		this.ring.wake();
	}
	/** Adds events of all nodes. */
	addShared(entries) {
		for (const { id, number, event, data, recipients } of entries) {
			this.#latest = markAt(this.#epoch, id);
			const entry = {
				event,
				data: JSON.parse(data),
				recipients: recipients === "" ? void 0 : JSON.parse(recipients)
			};
			this.#add({
				...entry,
				mark: this.#latest
			});
			if (number === 1) this.#first = this.ring.latest;
		}
		this.ring.wake();
	}
	/** Has the events from now on be those of this node alone. */
	leave() {
		this.#ownEpoch ??= newEpoch();
	}
	/** Begins again with the events of all nodes. Subscribers go on after their latest event where it is among them. */
	join({ epoch, entries, last }) {
		this.ring.clear();
		this.#last.clear();
		this.#own.clear();
		this.#first = void 0;
		this.#epoch = epoch;
		this.#ownEpoch = void 0;
		this.#latest = beginOf(epoch);
		for (const [group, id] of last) {
			const [event, access] = JSON.parse(group);
			const recipients = access === null ? void 0 : { access };
			this.#last.set(group, {
				event,
				recipients,
				mark: markAt(epoch, id)
			});
		}
		const [oldest] = entries;
		this.#ownSince = oldest === void 0 || oldest.number === 1 ? beginOf(epoch) : markAt(epoch, oldest.id);
		this.addShared(entries);
	}
	#add(entry) {
		this.ring.add(entry);
		const group = groupOf(entry);
		const { event, recipients, mark } = entry;
		if (group !== void 0) {
			this.#last.set(group, {
				event,
				recipients,
				mark
			});
			return;
		}
		const principal = recipients?.only ?? "";
		const own = this.#own.get(principal) ?? /* @__PURE__ */ new Map();
		own.set(JSON.stringify([event, recipients?.access]), {
			event,
			recipients,
			mark
		});
		this.#own.set(principal, own);
	}
	#viewOf({ without = [], caller }) {
		const hidden = new Set(without);
		const readers = JSON.stringify([
			[...hidden].toSorted(),
			caller?.id ?? null,
			caller?.scopes.toSorted() ?? []
		]);
		const seals = new I({ max: 4 });
		const sealOf = (epoch) => {
			const seal = seals.get(epoch) ?? new Seal(this.#secret(), epoch, readers, this.#node);
			seals.set(epoch, seal);
			return seal;
		};
		const shows = (entry) => isShown(entry, hidden, caller);
		const now = () => this.#lastShown(shows, caller);
		const find = (mark) => this.#find(mark, now(), caller === void 0);
		return {
			shows,
			now,
			after: (_mark, entry) => entry.mark,
			idOf: (mark) => sealOf(mark.epoch).idOf(mark),
			markOf: (id) => [this.#ownEpoch, this.#epoch].flatMap((epoch) => epoch === void 0 ? [] : [sealOf(epoch).markOf(id)]).find((mark) => mark !== void 0 && find(mark) !== void 0),
			find,
			isToCome: (id) => {
				const mark = sealOf(this.#epoch).markOf(id);
				return mark !== void 0 && compareMarks(mark, this.#latest) > 0 && mark.ms < Date.now() + MAX_SKEW_MS;
			}
		};
	}
	#lastShown(shows, caller) {
		const own = caller === void 0 ? [] : this.#own.get(caller.id)?.values() ?? [];
		return [...this.#last.values(), ...own].filter(shows).map(({ mark }) => mark).reduce((a, b) => compareMarks(a, b) > 0 ? a : b, beginOf(this.#epoch));
	}
	/** A mark is known when its event is there still, or when nothing has been shown since. */
	#find(mark, lastShown, isAnonymous) {
		const { ring } = this;
		if ((isAnonymous || compareMarks(mark, this.#ownSince) >= 0) && isSameMark(mark, lastShown)) return ring.latest;
		for (let at = ring.latest; at >= ring.oldest; at--) {
			const entry = ring.at(at);
			if (entry !== void 0 && isSameMark(entry.mark, mark)) return at;
		}
		const isBegin = isSameMark(mark, beginOf(this.#epoch));
		const first = this.#first;
		return isBegin && first !== void 0 && ring.at(first) !== void 0 ? first - 1 : void 0;
	}
};
function newEpoch() {
	return randomBytes(8).toString("hex");
}
// plugins/redis/connection.ts
/** Commands to Redis, each within a time; none while Redis does not answer. */
/** Thrown instead of an answer. The message holds no address, as one may have a password. */
var RedisUnavailable = class extends Error {
	name = "RedisUnavailable";
};
function defineScript(text) {
	return {
		text,
		sha: hash("sha1", text, "hex")
	};
}
/** Failures in a row after which no command is sent for a while. */
const MAX_FAILURES = 3;
/** From one probe to the next, in milliseconds. */
const PROBE_MS = 1e3;
/** Age of a probe without an answer at which its connection is given up, in milliseconds. */
const HANGING_MS$1 = 4e3;
var Connection = class {
	#timeoutMs;
	#makeLink;
	#listeners = /* @__PURE__ */ new Set();
	#link;
	#failures = 0;
	#isUp = false;
	#isClosed = false;
	#fault;
	#probedAt;
	#timer;
	/** Commands sent so far, probes included. */
	calls = 0;
	constructor(makeLink, timeoutMs) {
		this.#makeLink = makeLink;
		this.#timeoutMs = timeoutMs;
	}
	/** False while Redis does not answer. */
	get isUp() {
		return this.#isUp;
	}
	/** Why the latest connection was lost or not made; undefined while Redis answers, and where that is not known. */
	get fault() {
		return this.#isUp ? void 0 : this.#fault;
	}
	/** Runs `listener` at each change of `isUp`. */
	onChange(listener) {
		this.#listeners.add(listener);
	}
	/** Connects, and resolves when Redis answers or after `ms`. Goes on trying then. */
	async open(ms) {
		const { promise, resolve } = Promise.withResolvers();
		this.onChange(() => resolve());
		const timer = setTimeout(resolve, ms);
		this.#timer = setInterval(() => {
			if (this.#isUp) this.run("", ["PING"], PROBE_MS).catch(() => void 0);
			else this.#probe();
		}, PROBE_MS).unref();
		await this.#connect();
		await promise;
		clearTimeout(timer);
	}
	/** Sends a command about `key`. Rejects with {@link RedisUnavailable}. */
	async run(key, command, timeoutMs = this.#timeoutMs) {
		if (!this.#isUp) throw new RedisUnavailable("Redis does not answer");
		try {
			const reply = await this.#send(key, command, timeoutMs);
			this.#failures = 0;
			return reply;
		} catch (error) {
			if (isNoScript(error)) throw error;
			this.#failures++;
			if (this.#failures >= MAX_FAILURES) this.#change(false);
			if (error instanceof RedisUnavailable) throw error;
			throw new RedisUnavailable(`Redis failed: ${messageOf(error)}`, { cause: error });
		}
	}
	/** Runs a script on keys, which all belong to the same slot of a cluster. */
	async eval({ text, sha }, keys, args, timeoutMs) {
		const [key = ""] = keys;
		const rest = [
			String(keys.length),
			...keys,
			...args.map(String)
		];
		try {
			return await this.run(key, [
				"EVALSHA",
				sha,
				...rest
			], timeoutMs);
		} catch (error) {
			if (!isNoScript(error)) throw error;
			return this.run(key, [
				"EVAL",
				text,
				...rest
			], timeoutMs);
		}
	}
	close() {
		this.#isClosed = true;
		this.#listeners.clear();
		clearInterval(this.#timer);
		this.#drop();
	}
	async #connect() {
		const link = await this.#makeLink({
			onReady: () => void this.#probe(),
			onLost: (cause) => {
				this.#fault = messageOf(cause);
				this.#change(false);
			}
		});
		if (this.#isClosed) return link.destroy();
		this.#link = link;
		link.connect().catch(() => void 0);
	}
	#drop() {
		this.#link?.destroy();
		this.#link = void 0;
	}
	/** Asks whether Redis answers, over a new connection when this one hangs. */
	async #probe() {
		const now = performance.now();
		if (this.#probedAt !== void 0) {
			if (now - this.#probedAt < HANGING_MS$1) return;
			this.#drop();
			await this.#connect();
		}
		this.#probedAt = now;
		try {
			await this.#send("", ["PING"], HANGING_MS$1);
			this.#failures = 0;
			this.#change(true);
			this.#probedAt = void 0;
		} catch (error) {
			if (!(error instanceof RedisUnavailable)) this.#probedAt = void 0;
		}
	}
	#send(key, command, timeoutMs) {
		const link = this.#link;
		if (link === void 0) return Promise.reject(/* @__PURE__ */ new Error("the connection is not open"));
		this.calls++;
		return new Promise((resolve, reject) => {
			const giveUp = () => setImmediate(() => reject(new RedisUnavailable(`Redis took longer than ${timeoutMs} ms`)));
			const timer = setTimeout(giveUp, timeoutMs).unref();
			link.send(key, command).then(resolve, reject).finally(() => clearTimeout(timer));
		});
	}
	#change(isUp) {
		if (this.#isUp === isUp || this.#isClosed) return;
		this.#isUp = isUp;
		if (isUp) this.#fault = void 0;
		for (const listener of this.#listeners) listener(isUp);
	}
};
function isNoScript(error) {
	return error instanceof Error && error.message.startsWith("NOSCRIPT");
}
// plugins/redis/event-scripts.ts
/** The scripts of the event bus. Their keys: facts about the stream, the stream, the latest ids by group, places. */
/** Begins another epoch where the data of the last one is gone. */
const EPOCH = `
local epoch = redis.call('HGET', KEYS[1], 'epoch')
if not epoch or (redis.call('HEXISTS', KEYS[1], 'number') == 1 and redis.call('EXISTS', KEYS[2]) == 0) then
  epoch = ARGV[1]
  redis.call('DEL', KEYS[1], KEYS[2], KEYS[3])
  redis.call('HSET', KEYS[1], 'epoch', epoch)
end
`;
/**
* Adds events, except for those that this node has added before and those at places that are not new. The fifth key holds
* the number of the node's latest event, for an hour.
*/
const PUBLISH = defineScript(`${EPOCH}
local buffer, number = ARGV[2], tonumber(ARGV[3])
local sent = tonumber(redis.call('GET', KEYS[5])) or 0
for at = 5, #ARGV, 7 do
  local event, data, recipients, group, of, place, ifNew = unpack(ARGV, at, at + 6)
  local isNew = number > sent
  if isNew and of ~= '' then
    local last = tonumber(redis.call('HGET', KEYS[4], of))
    if ifNew == '1' and last and tonumber(place) <= last then isNew = false
    elseif not last or tonumber(place) > last then redis.call('HSET', KEYS[4], of, place) end
  end
  if isNew and event == '' then
    -- Events were given up: in another epoch, all who read on have missed some.
    epoch = ARGV[1]
    redis.call('DEL', KEYS[1], KEYS[2], KEYS[3])
    redis.call('HSET', KEYS[1], 'epoch', epoch)
  elseif isNew then
    local n = redis.call('HINCRBY', KEYS[1], 'number', 1)
    local id = redis.call('XADD', KEYS[2], 'MAXLEN', '~', buffer, '*', 'k', epoch, 'n', n, 'e', event, 'd', data, 'r', recipients, 's', ARGV[4], 'i', number)
    if group ~= '' then redis.call('HSET', KEYS[3], group, id) end
  end
  number = number + 1
end
redis.call('SET', KEYS[5], math.max(sent, number - 1), 'PX', 3600000)
return 0
`);
/** Returns the epoch, the latest events from the newest on, and the latest ids by group. */
const OPEN = defineScript(`${EPOCH}
return {epoch, redis.call('XREVRANGE', KEYS[2], '+', '-', 'COUNT', ARGV[2]), redis.call('HGETALL', KEYS[3])}
`);
// plugins/redis/stream.ts
/** The stream of events in Redis, as one node writes and reads it. */
/** Milliseconds that a command may take, as no request waits for it. */
const COMMAND_MS$2 = 2e3;
/** Events read at the beginning, at most. */
const MAX_READ = 5e3;
var EventStream = class {
	/** Of the stream: all nodes read from it. */
	key;
	#connection;
	#keys;
	/** Of the events that are published through this object. */
	sender = newName();
	#senderKey;
	#buffer;
	constructor(connection, prefix, buffer) {
		this.#connection = connection;
		const keyOf = (name) => `{${prefix}:events}:${name}`;
		this.key = keyOf("stream");
		this.#keys = [
			keyOf("info"),
			this.key,
			keyOf("last"),
			keyOf("places")
		];
		this.#senderKey = keyOf(`from:${this.sender}`);
		this.#buffer = buffer;
	}
	/** Adds events, the first of which has this number among those of this node. Once each, however often it is tried. */
	async publish(messages, number) {
		const fields = messages.flatMap(({ event, data, recipients, place }) => [
			event,
			JSON.stringify(data ?? null),
			recipients === void 0 ? "" : JSON.stringify(recipients),
			groupOf({
				event,
				recipients
			}) ?? "",
			place?.of ?? "",
			place?.at ?? 0,
			place?.ifNew === true ? "1" : ""
		]);
		await this.#connection.eval(PUBLISH, [...this.#keys, this.#senderKey], [
			newName(),
			this.#buffer,
			number,
			this.sender,
			...fields
		], COMMAND_MS$2);
	}
	async open() {
		const count = Math.min(MAX_READ, this.#buffer);
		const [epoch, entries, groups] = await this.#connection.eval(OPEN, this.#keys.slice(0, 3), [newName(), count], COMMAND_MS$2);
		const last = Array.from({ length: groups.length / 2 }, (_, at) => [groups[2 * at] ?? "", groups[2 * at + 1] ?? ""]);
		return {
			epoch,
			entries: entries.map(toEntry).toReversed(),
			last: new Map(last)
		};
	}
	/** Returns the epoch and the number of the latest event. */
	async state() {
		const [info = ""] = this.#keys;
		const command = [
			"HMGET",
			info,
			"epoch",
			"number"
		];
		const [epoch, number] = await this.#connection.run(info, command, COMMAND_MS$2);
		return {
			epoch,
			number: Number(number ?? 0)
		};
	}
};
/** @param reply an entry as XRANGE and XREAD return it. */
function toEntry(reply) {
	const [id, fields] = reply;
	const [, epoch = "", , number = "0", , event = "", , data = "null", , recipients = "", ...rest] = fields;
	const [, sender = "", , sent = "0"] = rest;
	return {
		id,
		epoch,
		number: Number(number),
		event,
		data,
		recipients,
		sender,
		sent: Number(sent)
	};
}
function newName() {
	return randomBytes(8).toString("hex");
}
// plugins/redis/reader.ts
/** Reads the stream of events as it grows, over a connection of its own, which waits for them. */
/** How long Redis waits for events, in milliseconds. */
const BLOCK_MS = 1e3;
/** A read without an answer for this long has lost its connection, in milliseconds. */
const HANGING_MS = 4e3;
const RETRY_MS$1 = 200;
const MAX_ENTRIES = 500;
var Reader = class {
	#settings;
	#link;
	#isClosed = false;
	/** Looks in a row that found events which were not read. */
	#behind = 0;
	constructor(settings, from) {
		this.#settings = settings;
		this.#run(from);
	}
	close() {
		this.#isClosed = true;
		this.#drop();
	}
	async #run(from) {
		let place = from;
		while (!this.#isClosed) try {
			const entries = await this.#read(place.id);
			if (this.#isClosed) return;
			const next = entries.length > 0 ? follow(place, entries) : await this.#check(place);
			if (next === void 0) {
				this.close();
				this.#settings.broken();
				return;
			}
			if (entries.length > 0) this.#settings.receive(entries);
			place = next;
		} catch {
			this.#drop();
			await setTimeout$1(RETRY_MS$1, void 0, { ref: false });
		}
	}
	async #read(id) {
		const { stream, makeLink } = this.#settings;
		if (this.#link === void 0) {
			const link = await makeLink();
			this.#link = link;
			await within(HANGING_MS, link.connect());
			if (this.#isClosed) this.#drop();
		}
		const command = [
			"XREAD",
			"COUNT",
			`${MAX_ENTRIES}`,
			"BLOCK",
			`${BLOCK_MS}`,
			"STREAMS"
		];
		const link = this.#link;
		const [found] = await within(HANGING_MS, link.send(stream.key, [
			...command,
			stream.key,
			id
		])) ?? [];
		return found?.[1].map(toEntry) ?? [];
	}
	/** Nothing came: because there is nothing, or because this place is of other data. */
	async #check(place) {
		const { epoch, number } = await this.#settings.stream.state();
		this.#behind = number > place.number ? this.#behind + 1 : 0;
		return epoch === place.epoch && number >= place.number && this.#behind < 2 ? place : void 0;
	}
	#drop() {
		this.#link?.destroy();
		this.#link = void 0;
	}
};
/** The place after these entries; undefined when one before them is missing. */
function follow(place, entries) {
	let next = place;
	for (const { epoch, id, number } of entries) {
		if (epoch !== next.epoch || number !== next.number + 1) return void 0;
		next = {
			epoch,
			id,
			number
		};
	}
	return next;
}
async function within(ms, work) {
	const end = new AbortController();
	const late = setTimeout$1(ms, void 0, {
		ref: false,
		signal: end.signal
	}).then(() => {
		throw new Error(`Redis took longer than ${ms} ms`);
	});
	try {
		return await Promise.race([work, late]);
	} finally {
		end.abort();
		late.catch(() => void 0);
		work.catch(() => void 0);
	}
}
// plugins/redis/bus.ts
/** A bus whose events reach the subscribers of all nodes, in one order. */
/** Events that wait for Redis; beyond it the oldest are given up, and all nodes learn that they missed some. */
const MAX_WAITING = 1e4;
/** Events in one command. */
const MAX_SENT = 50;
const RETRY_MS = 250;
/** Milliseconds for events that wait when the server stops. */
const LAST_MS = 500;
/** Stands for events that were given up. */
const LOST = "";
var SharedBus = class {
	#settings;
	#log;
	/** Events that were given up, and how often this node has lost the sequence of all events. */
	counts = {
		lost: 0,
		breaks: 0
	};
	#closing = new AbortController();
	#waiting = [];
	/** Number of the first that waits, among the events of this node. */
	#number = 1;
	/** Number of the latest of them that was read from the stream. */
	#arrived = 0;
	#reader;
	#wake = () => void 0;
	ended;
	constructor(settings) {
		this.#settings = settings;
		this.#log = new EventLog(settings.buffer, settings.secret);
		this.ended = this.#run();
	}
	/** Events of this node that wait to be sent. */
	get waiting() {
		return this.#waiting.length;
	}
	/** False while this node has only its own events. */
	get isShared() {
		return this.#reader !== void 0;
	}
	publish = (event, data, recipients, options) => {
		if (recipients?.only === null) return;
		const isLocal = this.#settings.isLocal(event);
		if (isLocal || this.#reader === void 0) this.#log.addLocal(event, data, recipients);
		if (!isLocal) this.#send({
			event,
			data,
			recipients,
			place: options?.place
		});
	};
	subscribe = (subscription) => this.#log.ring.subscribe(subscription);
	source = (start) => this.#log.ring.source(start);
	close() {
		this.#log.ring.close();
		this.#closing.abort();
		this.#reader?.close();
		this.#wake();
	}
	#send(message) {
		if (this.#waiting.length >= MAX_WAITING) {
			this.#waiting.splice(0, 2, {
				event: LOST,
				data: void 0,
				place: void 0
			});
			this.#number++;
			this.counts.lost++;
		}
		this.#waiting.push(message);
		this.#wake();
	}
	async #run() {
		const { signal } = this.#closing;
		while (!signal.aborted) try {
			await this.#flush();
			if (this.#reader === void 0) await this.#join();
			else await this.#sleep();
		} catch {
			this.#leave();
			await setTimeout$1(RETRY_MS, void 0, {
				ref: false,
				signal
			}).catch(() => void 0);
		}
		await Promise.race([this.#flush().catch(() => void 0), setTimeout$1(LAST_MS, void 0, { ref: false })]);
	}
	/** Resolves when an event waits, the reader is gone, or the bus is closed. */
	async #sleep() {
		const { aborted } = this.#closing.signal;
		if (aborted || this.#waiting.length > 0 || this.#reader === void 0) return;
		await new Promise((resolve) => this.#wake = resolve);
	}
	async #flush() {
		while (this.#waiting.length > 0) {
			const messages = this.#waiting.slice(0, MAX_SENT);
			const number = this.#number;
			await this.#settings.stream.publish(messages, number);
			this.#drop(number + messages.length - this.#number);
		}
	}
	#drop(count) {
		if (count > 0) this.#number += this.#waiting.splice(0, count).length;
	}
	async #join() {
		const { stream, makeLink } = this.#settings;
		const snapshot = await stream.open();
		if (this.#closing.signal.aborted) return;
		const latest = snapshot.entries.at(-1);
		this.#log.join(snapshot);
		this.#reader = new Reader({
			stream,
			makeLink,
			receive: (entries) => {
				this.#arrived = entries.findLast(({ sender }) => sender === stream.sender)?.sent ?? this.#arrived;
				this.#log.addShared(entries);
			},
			broken: () => {
				this.#reader = void 0;
				this.counts.breaks++;
				this.#log.leave();
				this.#wake();
			}
		}, {
			epoch: snapshot.epoch,
			id: latest?.id ?? "0-0",
			number: latest?.number ?? 0
		});
	}
	/** Redis is away: the events that wait, and those to come, are this node's alone. */
	#leave() {
		if (this.#reader === void 0) return;
		this.#reader.close();
		this.#reader = void 0;
		this.counts.breaks++;
		this.#log.leave();
		this.#drop(this.#arrived + 1 - this.#number);
		for (const { event, data, recipients } of this.#waiting) if (data !== void 0) this.#log.addLocal(event, data, recipients);
	}
};
// plugins/redis/jobs.ts
/** Work that one node does at a time: by a key in Redis that ends unless its holder renews it. */
/** Milliseconds that a command may take, as no request waits for it. */
const COMMAND_MS$1 = 1e3;
const RENEW$1 = defineScript(`
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
return redis.call('PEXPIRE', KEYS[1], ARGV[2])
`);
const RELEASE = defineScript(`
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
return redis.call('DEL', KEYS[1])
`);
const TIMES$1 = {
	leaseMs: 1e4,
	renewMs: 2e3
};
var RedisJobs = class {
	#connection;
	#prefix;
	#times;
	#closing = new AbortController();
	constructor(connection, prefix, times = TIMES$1) {
		this.#times = times;
		this.#connection = connection;
		this.#prefix = prefix;
	}
	async run(name, work) {
		const { leaseMs, renewMs } = this.#times;
		const key = `${this.#prefix}:job:${name}`;
		const token = randomBytes(16).toString("hex");
		const lost = new AbortController();
		let renewedAt = performance.now();
		const taken = [
			"SET",
			key,
			token,
			"NX",
			"PX",
			String(leaseMs)
		];
		if (await this.#connection.run(key, taken, COMMAND_MS$1) === null) return false;
		const renew = async () => {
			const askedAt = performance.now();
			if (await this.#connection.eval(RENEW$1, [key], [token, leaseMs], COMMAND_MS$1) === 1) renewedAt = askedAt;
			else lost.abort(/* @__PURE__ */ new Error(`the lease of the job "${name}" is lost`));
		};
		const timer = setInterval(() => {
			if (performance.now() - renewedAt >= leaseMs - 2 * renewMs) lost.abort(/* @__PURE__ */ new Error(`the lease of the job "${name}" was not renewed in time`));
			else renew().catch(() => void 0);
		}, renewMs);
		try {
			await work(AbortSignal.any([lost.signal, this.#closing.signal]));
			return true;
		} finally {
			clearInterval(timer);
			await this.#connection.eval(RELEASE, [key], [token], COMMAND_MS$1).catch(() => void 0);
		}
	}
	/** Aborts all work. */
	close() {
		this.#closing.abort(/* @__PURE__ */ new Error("the server stops"));
	}
};
// plugins/redis/client-key.ts
/** Returns the end of a client's key in Redis, which does not show its address. */
function clientKey(secret, name, client) {
	return createHmac("sha256", secret).update(`${name} ${client}`).digest("base64url").slice(0, 22);
}
// plugins/redis/limit-scripts.ts
/**
* The scripts of the limiter. A key ends with a client's window, and holds how many requests were given out to nodes in
* it and how many of them they returned. Both only grow, so that nodes can bring what they know to a server without it.
*/
/**
* Takes requests beforehand. The node brings along all that it knows of the window, so that a server that lost its data
* has it again. Returns how many were taken, the two counts, and the milliseconds left, 0 without a window.
*/
const TAKE = defineScript(`
local limit, window, waiting, batch, nodes = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4]), tonumber(ARGV[5])
local knownLeft, knownGiven, knownReturned, spent = tonumber(ARGV[6]), tonumber(ARGV[7]), tonumber(ARGV[8]), tonumber(ARGV[9])
local left = redis.call('PTTL', KEYS[1])
-- One with more left than a whole window was opened under a longer one.
if left < 0 or left > window then
  if left ~= -2 then redis.call('DEL', KEYS[1]) end
  left = 0
end
local given, returned = 0, 0
if left > 0 then
  local counts = redis.call('HMGET', KEYS[1], 'given', 'returned')
  given, returned = tonumber(counts[1]) or 0, tonumber(counts[2]) or 0
end
-- The window known to the node, unless another one has begun since.
if knownLeft > 0 and left - knownLeft < window / 2 then
  given = math.max(given, knownGiven) + spent
  returned = math.max(returned, knownReturned)
  if left == 0 then left = knownLeft end
end
local taken = 0
if waiting > 0 then
  if left == 0 then left = window end
  local free = math.max(0, limit - given + returned)
  -- Beyond what waits, as much as leaves the same to the other nodes.
  taken = math.min(free, math.max(waiting, math.min(batch, math.floor(free / nodes))))
  given = given + taken
end
if left > 0 then
  redis.call('HSET', KEYS[1], 'given', given, 'returned', returned)
  redis.call('PEXPIRE', KEYS[1], left)
end
return {taken, given, returned, left}
`);
/** Returns requests that were taken and not made, unless another window has begun since. */
const RETURN = defineScript(`
local left = redis.call('PTTL', KEYS[1])
if left > 0 and left - tonumber(ARGV[3]) < tonumber(ARGV[2]) / 2 then
  redis.call('HINCRBY', KEYS[1], 'returned', ARGV[1])
end
return 0
`);
// plugins/redis/window.ts
/** The largest lease is this part of the limit. */
const LARGEST_LEASE = 1 / 10;
/** A lease used up within this time is followed by a larger one; unused requests are returned after it. In milliseconds. */
const LEASE_MS = 1e3;
const GROWTH = 4;
/** Until the first look for returned requests, when none are left; doubles each time. In milliseconds. */
const ASK_AGAIN_MS = 250;
/** How long a client is remembered to be without a window, in milliseconds. */
const NO_WINDOW_MS = 1e3;
/** Returns the size of the next lease: more after one that was used up soon. */
function batchAfter(window, { limit }, now) {
	if (window?.isOpen !== true || now - window.seenAt > 1e3) return 1;
	return Math.min(Math.max(1, Math.ceil(limit * LARGEST_LEASE)), window.batch * GROWTH);
}
/** Returns a window that this node opens without Redis. */
function ownWindow(now, { windowMs }) {
	return {
		endsAt: now + windowMs,
		isOpen: true,
		given: 0,
		returned: 0,
		lease: 0,
		used: 0,
		spent: 0,
		batch: 1,
		seenAt: now,
		touchedAt: now,
		askAgainAt: 0,
		askAgainMs: ASK_AGAIN_MS
	};
}
/** Returns what is known after an answer. `before` is what was known when it came. */
function windowAfter(reply, before, { limit, windowMs }) {
	const { sentAt, now, batch, spent, taken, given, returned, left } = reply;
	const end = sentAt + (left > 0 ? left : NO_WINDOW_MS);
	const same = before?.isOpen === true && end - before.endsAt < windowMs / 2 ? before : void 0;
	const askAgainMs = same !== void 0 && given - returned >= limit ? same.askAgainMs * 2 : ASK_AGAIN_MS;
	return {
		endsAt: Math.max(end, same?.endsAt ?? 0),
		isOpen: left > 0,
		given,
		returned,
		lease: taken + (same?.lease ?? 0),
		used: same?.used ?? 0,
		spent: (same?.spent ?? spent) - spent,
		batch,
		seenAt: now,
		touchedAt: now,
		askAgainAt: now + askAgainMs,
		askAgainMs
	};
}
/** Returns how many requests no node has, as far as known. */
function freeIn({ given, returned }, { limit }) {
	return limit - given + returned;
}
/** Returns the quota of a client whose window this is. `most`: more are not left, for another reason. */
function quotaOf(window, of, now, allowed, most = Number.POSITIVE_INFINITY) {
	const seconds = Math.ceil(of.windowMs / 1e3);
	if (window?.isOpen !== true) return {
		of,
		allowed,
		remaining: Math.min(of.limit, most),
		reset: seconds
	};
	const free = freeIn(window, of) - window.spent;
	const left = Math.min((free > 0 ? free : 0) + window.lease, most);
	const untilEnd = Math.ceil((window.endsAt - now) / 1e3);
	return {
		of,
		allowed,
		remaining: allowed && left > 0 ? left : 0,
		reset: Math.max(1, Math.min(seconds, untilEnd))
	};
}
// plugins/redis/counter.ts
/** Leases returned in one sweep. */
const MAX_RETURNS = 2e3;
/** How long an answer holds for requests that do not count, in milliseconds. */
const PEEK_MS = 1e3;
var LeaseCounter = class {
	#connection;
	#settings;
	#windows;
	#questions = /* @__PURE__ */ new Map();
	/** Windows with a lease, by client. */
	#leases = /* @__PURE__ */ new Map();
	constructor(connection, settings) {
		this.#connection = connection;
		this.#settings = settings;
		this.#windows = new Generations(settings.maxClients);
	}
	take(client, now, limit) {
		return this.#decide(client, now, limit) ?? this.#wait(client, limit);
	}
	peek(client, now, limit) {
		const window = this.#windows.find(client, now, limit.windowMs);
		if (window !== void 0 && (window.lease > 0 || now - window.seenAt < PEEK_MS) || !this.#connection.isUp) return this.#quota(window, limit, now);
		return this.#ask(client, limit, 0).then(() => {
			const later = performance.now();
			return this.#quota(this.#windows.find(client, later, limit.windowMs), limit, later);
		});
	}
	/** Returns to Redis what was not used since `before`. */
	returnIdle(before) {
		const now = performance.now();
		const returned = [];
		for (const [client, { window, windowMs }] of this.#leases) {
			const { lease, endsAt, touchedAt } = window;
			if (lease > 0 && now < endsAt && touchedAt > before) continue;
			if (returned.length >= MAX_RETURNS) break;
			this.#leases.delete(client);
			if (lease === 0 || now >= endsAt) continue;
			window.lease = 0;
			window.returned += lease;
			window.batch = 1;
			const key = this.#settings.keyOf(client);
			const left = Math.ceil(endsAt - now);
			returned.push(this.#connection.eval(RETURN, [key], [
				lease,
				windowMs,
				left
			]));
		}
		return returned;
	}
	/** Decides here and now; undefined when Redis has to be asked. */
	#decide(client, now, limit) {
		const window = this.#windows.find(client, now, limit.windowMs);
		if (window !== void 0 && window.lease > 0) {
			window.lease--;
			window.used++;
			window.touchedAt = now;
			return this.#quota(window, limit, now);
		}
		if (window !== void 0 && freeIn(window, limit) <= 0 && now < window.askAgainAt) return quotaOf(window, limit, now, false);
		return this.#connection.isUp ? void 0 : this.#decideAlone(client, now, limit);
	}
	async #wait(client, limit) {
		for (;;) {
			const isAnswered = await this.#ask(client, limit, 1);
			const now = performance.now();
			const quota = isAnswered ? this.#decide(client, now, limit) : this.#decideAlone(client, now, limit);
			if (quota !== void 0) return quota;
		}
	}
	/** Without Redis, a node allows its share of the limit. */
	#decideAlone(client, now, limit) {
		let window = this.#windows.find(client, now, limit.windowMs);
		if (window?.isOpen !== true) {
			window = ownWindow(now, limit);
			this.#windows.set(client, window, now, limit.windowMs);
		}
		const allowed = freeIn(window, limit) - window.spent > 0 && window.used < this.#shareOf(limit);
		if (allowed) {
			window.used++;
			window.spent++;
		}
		return this.#quota(window, limit, now, allowed);
	}
	#shareOf({ limit }) {
		return Math.max(1, Math.floor(limit / this.#settings.nodes()));
	}
	#quota(window, limit, now, allowed = true) {
		if (this.#connection.isUp) return quotaOf(window, limit, now, allowed);
		const share = this.#shareOf(limit) - (window?.used ?? 0);
		return quotaOf(window, limit, now, allowed, Math.max(share, window?.lease ?? 0));
	}
	/** Asks Redis about a client. */
	#ask(client, limit, waiting) {
		const pending = this.#questions.get(client);
		if (pending !== void 0) {
			if (!pending.isSent) pending.waiting += waiting;
			return pending.answer;
		}
		const answer = Promise.resolve().then(async () => {
			question.isSent = true;
			try {
				await this.#send(client, limit, question.waiting);
				return true;
			} catch {
				return false;
			} finally {
				this.#questions.delete(client);
			}
		});
		const question = {
			waiting,
			isSent: false,
			answer
		};
		this.#questions.set(client, question);
		return answer;
	}
	async #send(client, limit, waiting) {
		const { windowMs } = limit;
		const sentAt = performance.now();
		const known = this.#windows.find(client, sentAt, windowMs);
		const batch = batchAfter(known, limit, sentAt);
		const spent = known?.spent ?? 0;
		const brought = known?.isOpen === true ? [
			Math.ceil(known.endsAt - sentAt),
			known.given,
			known.returned,
			spent
		] : [
			0,
			0,
			0,
			0
		];
		const [taken, given, returned, left] = await this.#connection.eval(TAKE, [this.#settings.keyOf(client)], [
			limit.limit,
			windowMs,
			waiting,
			batch,
			this.#settings.nodes(),
			...brought
		]);
		const now = performance.now();
		const before = this.#windows.find(client, sentAt, windowMs);
		const window = windowAfter({
			sentAt,
			now,
			batch,
			spent,
			taken,
			given,
			returned,
			left
		}, before, limit);
		this.#windows.set(client, window, now, windowMs);
		if (window.lease > 0) this.#leases.set(client, {
			window,
			windowMs
		});
	}
};
// plugins/redis/limiter.ts
/** From one look for leases to return to the next, in milliseconds. */
const SWEEP_MS = LEASE_MS / 2;
var LeaseLimiter = class {
	#connection;
	#settings;
	#counters = /* @__PURE__ */ new Map();
	#timer = setInterval(() => this.#sweep(), SWEEP_MS).unref();
	constructor(connection, settings) {
		this.#connection = connection;
		this.#settings = settings;
	}
	counter(name) {
		let counter = this.#counters.get(name);
		if (counter === void 0) {
			const { prefix, secret } = this.#settings;
			const keyOf = (client) => `${prefix}:limit:${clientKey(secret(), name, client)}`;
			counter = new LeaseCounter(this.#connection, {
				...this.#settings,
				keyOf
			});
			this.#counters.set(name, counter);
		}
		return counter;
	}
	/** Returns all leases. */
	async close() {
		clearInterval(this.#timer);
		const counters = [...this.#counters.values()];
		await Promise.allSettled(counters.flatMap((one) => one.returnIdle(Number.POSITIVE_INFINITY)));
	}
	#sweep() {
		const before = performance.now() - LEASE_MS;
		for (const counter of this.#counters.values()) for (const returned of counter.returnIdle(before)) returned.catch(() => void 0);
	}
};
// plugins/redis/link.ts
/** Milliseconds after which a server that does not accept a connection counts as away. */
const CONNECT_MS = 2e3;
/** The longest wait between two attempts to connect, in milliseconds. */
const RECONNECT_MS = 500;
/** Returns a link that connects again whenever its connection is lost. */
async function createLink({ url, sentinel, cluster }, { onReady = () => {}, onLost = () => {} } = {}) {
	const { createClient, createCluster, createSentinel } = await import("@redis/client");
	const addresses = url.split(",").map((address) => new URL(address.trim()));
	const [first] = addresses;
	const nodes = nodeOptions(first);
	const ignore = () => void 0;
	if (sentinel !== void 0) {
		const { master, username, password } = sentinel;
		const link = createSentinel({
			name: master,
			RESP: 2,
			sentinelRootNodes: addresses.map(({ hostname, port }) => ({
				host: hostname,
				port: Number(port || 26379)
			})),
			nodeClientOptions: nodes,
			sentinelClientOptions: {
				...username !== void 0 && { username },
				...password !== void 0 && { password },
				socket: nodes.socket
			},
			scanInterval: 1e3
		}).on("error", ignore);
		return {
			connect: async () => {
				await link.connect();
				onReady();
			},
			send: (_key, command) => link.sendCommand(false, [...command]),
			destroy: quietly(() => void link.destroy().catch(ignore))
		};
	}
	if (cluster) {
		const link = createCluster({
			RESP: 2,
			rootNodes: addresses.map(({ href }) => ({ url: href })),
			defaults: nodes,
			minimizeConnections: true
		}).on("error", ignore);
		return {
			connect: async () => {
				await link.connect();
				onReady();
			},
			send: (key, command) => link.sendCommand(key, false, [...command]),
			destroy: quietly(() => link.destroy())
		};
	}
	const link = createClient({
		...nodes,
		url: addresses[0]?.href ?? "",
		RESP: 2
	}).on("error", (cause) => {
		if (!link.isReady) onLost(cause);
	}).on("ready", onReady);
	return {
		connect: () => link.connect(),
		send: (_key, command) => link.sendCommand([...command]),
		destroy: quietly(() => link.destroy())
	};
}
function quietly(destroy) {
	return () => {
		try {
			destroy();
		} catch {}
	};
}
function nodeOptions(address) {
	const { username, password, pathname, protocol } = address ?? new URL("redis://localhost");
	return {
		...username !== "" && { username: decodeURIComponent(username) },
		...password !== "" && { password: decodeURIComponent(password) },
		...pathname.length > 1 && { database: Number(pathname.slice(1)) },
		disableOfflineQueue: true,
		socket: {
			connectTimeout: CONNECT_MS,
			reconnectStrategy: (retries) => Math.min(RECONNECT_MS, 50 * 2 ** Math.min(retries, 4)),
			...protocol === "rediss:" && { tls: true }
		}
	};
}
// plugins/redis/nodes.ts
/** The nodes of the service: each says in Redis that it is there, again and again. */
/** From one sign of life to the next, in milliseconds. */
const BEAT_MS = 2e3;
/** Without a sign of life for this long, a node is gone. */
const GONE_MS = 1e4;
/**
* A sign of life. Returns all nodes with the times of their last ones, and the secret that all share: one that is lost is
* that of the first node that comes.
*/
const BEAT = defineScript(`
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZADD', KEYS[1], now, ARGV[1])
redis.call('HSET', KEYS[2], ARGV[1], ARGV[2])
for _, id in ipairs(redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', now - ARGV[3])) do
  redis.call('ZREM', KEYS[1], id)
  redis.call('HDEL', KEYS[2], id)
end
redis.call('SET', KEYS[3], ARGV[4], 'NX')
return {
  redis.call('GET', KEYS[3]),
  redis.call('ZRANGE', KEYS[1], 0, -1, 'WITHSCORES'),
  redis.call('HGETALL', KEYS[2]),
}
`);
const LEAVE = defineScript(`
redis.call('ZREM', KEYS[1], ARGV[1])
redis.call('HDEL', KEYS[2], ARGV[1])
return 0
`);
var RedisNodes = class {
	#connection;
	#settings;
	#keys;
	#timer = setInterval(() => this.beat(), BEAT_MS).unref();
	#secret;
	#count = 1;
	constructor(connection, settings) {
		this.#connection = connection;
		this.#settings = settings;
		this.#keys = [
			"nodes",
			"node",
			"secret"
		].map((name) => `{${settings.prefix}}:${name}`);
		this.#secret = settings.secret ?? randomBytes(32).toString("hex");
	}
	/** Nodes at the last look, 1 at least. */
	get count() {
		return this.#count;
	}
	get secret() {
		return this.#secret;
	}
	async list() {
		const self = this.#settings.self();
		const [secret, seen, info] = await this.#connection.eval(BEAT, this.#keys, [
			self.id,
			JSON.stringify(self),
			GONE_MS,
			this.#secret
		]);
		this.#secret = this.#settings.secret ?? secret;
		const about = new Map(pairs(info));
		const nodes = pairs(seen).map(([id, at]) => {
			return {
				...JSON.parse(about.get(id) ?? "{}"),
				seenAt: Number(at)
			};
		});
		this.#count = Math.max(1, nodes.length);
		return nodes.toSorted((a, b) => a.name < b.name ? -1 : 1);
	}
	beat() {
		this.list().catch(() => void 0);
	}
	async close() {
		clearInterval(this.#timer);
		await this.#connection.eval(LEAVE, this.#keys.slice(0, 2), [this.#settings.self().id]).catch(() => void 0);
	}
};
function describeSelf({ instance, registry }) {
	const { id, name, startedAt } = instance;
	return {
		id,
		name,
		startedAt,
		revision: registry.revision
	};
}
/** Names and values as Redis returns them, one after the other. */
function pairs(flat) {
	return Array.from({ length: flat.length / 2 }, (_, at) => [flat[2 * at] ?? "", flat[2 * at + 1] ?? ""]);
}
// plugins/redis/options.ts
const Address = /^rediss?:\/\/[^\s,/]+(\/\d*)?$/;
/** One address, or several of Sentinels or of a cluster. */
const Addresses = string().refine((text) => text.split(",").map((address) => address.trim()).every((address) => Address.test(address) && URL.canParse(address)), "write redis://[user:password@]host[:port][/database], or rediss:// for TLS; several with commas between them");
const Options = strictObject({
	url: Addresses.meta({ writeOnly: true }).describe("Where Redis or Valkey is: redis://[user:password@]host[:port][/database], or rediss:// for TLS. Several, with commas between them, are addresses of Sentinels or of a cluster."),
	sentinel: strictObject({
		master: string().min(1).default("mymaster").describe("Name of the master."),
		username: string().optional().describe("User at the Sentinels."),
		password: string().optional().meta({ writeOnly: true }).describe("Password at the Sentinels.")
	}).optional().describe("Set where `url` names Sentinels. Its user and password are those of the servers."),
	cluster: boolean().default(false).describe("Whether `url` names nodes of a Redis cluster."),
	prefix: string().regex(/^[\w:.-]{1,60}$/).default("waymark").describe("Beginning of all keys. Nodes with the same one are one service."),
	secret: string().min(32).optional().meta({ writeOnly: true }).describe("Makes keys of clients and ids of events unreadable; the same at all nodes. Default: one that the first node leaves in Redis."),
	timeout: Duration.refine((time) => toMilliseconds(time) > 0, "it is longer than nothing").default("50ms").describe("How long a request waits for Redis before its node decides alone."),
	maxClients: int().min(2).default(1e5).describe("Maximum number of clients that a node remembers. Redis remembers all.")
}).refine(({ cluster, sentinel }) => !cluster || sentinel === void 0, {
	error: "a cluster has no Sentinels: choose one of the two",
	path: ["cluster"]
}).refine(({ cluster, sentinel, url }) => cluster || sentinel !== void 0 || !url.includes(","), {
	error: "several addresses are of Sentinels or of a cluster: set `sentinel` or `cluster`, too",
	path: ["url"]
});
// plugins/redis/semaphores.ts
/**
* Permits that all nodes share: a sorted set for each client has the ids of its permits, each with the time at which it
* ends unless its node renews it. So those of a node that was killed are free again, and those that Redis lost return.
*/
/** Milliseconds that a command may take for which no request waits. */
const COMMAND_MS = 1e3;
/** Permits renewed by one command. */
const BATCH = 500;
const TIMES = {
	leaseMs: 6e3,
	renewMs: 2e3
};
const NOW = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
`;
const ACQUIRE = defineScript(`${NOW}
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
if redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[3]) then return 0 end
redis.call('ZADD', KEYS[1], now + ARGV[2], ARGV[1])
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return 1
`);
/** Renews the permits of one node, each under the key at its place. Adds those that are lost. */
const RENEW = defineScript(`${NOW}
for at, key in ipairs(KEYS) do
  redis.call('ZADD', key, now + ARGV[1], ARGV[at + 1])
  redis.call('PEXPIRE', key, ARGV[1])
end
return 0
`);
var RedisSemaphores = class {
	#connection;
	#settings;
	#times;
	#timer;
	/** Those of this node. */
	#permits = /* @__PURE__ */ new Set();
	/** Their number by semaphore and client. */
	#counts = /* @__PURE__ */ new Map();
	#node = randomBytes(9).toString("base64url");
	#lastId = 0;
	constructor(connection, settings, times = TIMES) {
		this.#connection = connection;
		this.#settings = settings;
		this.#times = times;
		this.#timer = setInterval(() => void this.#renew(), times.renewMs).unref();
		connection.onChange((isUp) => {
			if (isUp) this.#renew();
		});
	}
	semaphore(name) {
		return { acquire: (client, permits, signal) => {
			const permit = {
				id: `${this.#node}-${++this.#lastId}`,
				name,
				client
			};
			return this.#connection.isUp ? this.#ask(permit, permits, signal) : this.#acquireAlone(permit, permits, signal);
		} };
	}
	/** Returns all permits of this node. */
	async close() {
		clearInterval(this.#timer);
		await Promise.all([...this.#permits].map((permit) => this.#release(permit)));
	}
	async #ask(permit, permits, signal) {
		const args = [
			permit.id,
			this.#times.leaseMs,
			permits
		];
		try {
			const isFree = await this.#connection.eval(ACQUIRE, [this.#keyOf(permit)], args) === 1;
			if (isFree) this.#hold(permit, signal);
			return isFree;
		} catch {
			return this.#acquireAlone(permit, permits, signal);
		}
	}
	/** Without Redis, a node has its share of the permits. */
	#acquireAlone(permit, permits, signal) {
		const share = Math.max(1, Math.floor(permits / this.#settings.nodes()));
		const isFree = (this.#counts.get(countKey(permit)) ?? 0) < share;
		if (isFree) this.#hold(permit, signal);
		return isFree;
	}
	#hold(permit, signal) {
		const key = countKey(permit);
		this.#permits.add(permit);
		this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
		if (signal.aborted) this.#release(permit);
		else signal.addEventListener("abort", () => void this.#release(permit), { once: true });
	}
	async #release(permit) {
		if (!this.#permits.delete(permit)) return;
		const count = countKey(permit);
		const left = (this.#counts.get(count) ?? 0) - 1;
		if (left > 0) this.#counts.set(count, left);
		else this.#counts.delete(count);
		const key = this.#keyOf(permit);
		await this.#connection.run(key, [
			"ZREM",
			key,
			permit.id
		], COMMAND_MS).catch(() => void 0);
	}
	async #renew() {
		const all = [...this.#permits];
		for (let at = 0; at < all.length; at += BATCH) {
			const batch = all.slice(at, at + BATCH).filter((permit) => this.#permits.has(permit));
			const keys = batch.map((permit) => this.#keyOf(permit));
			const args = [this.#times.leaseMs, ...batch.map(({ id }) => id)];
			await this.#connection.eval(RENEW, keys, args, COMMAND_MS).catch(() => void 0);
		}
	}
	#keyOf({ name, client }) {
		const { prefix, secret } = this.#settings;
		return `{${prefix}}:permits:${clientKey(secret(), name, client)}`;
	}
};
function countKey({ name, client }) {
	return `${name} ${client}`;
}
// plugins/redis/index.ts
/** Limits, events, nodes and jobs of a service of several nodes, in Redis or Valkey. */
const Redis = service("redis");
const AWAY = "Redis does not answer: this node decides alone until it does";
/** Milliseconds that a start waits for Redis, without which the server starts all the same. */
const START_MS = 2e3;
var redis_default = definePlugin({
	id: "redis",
	summary: "Shares limits, events and jobs among nodes, through Redis or Valkey.",
	translations: { es: { "Shares limits, events and jobs among nodes, through Redis or Valkey.": "Comparte límites, eventos y tareas entre nodos, mediante Redis o Valkey." } },
	options: Options,
	testOptions: false,
	needs: { runtime: Runtime },
	provides: {
		redis: Redis,
		limiter: Limiter,
		semaphores: Semaphores,
		sharedEvents: SharedEvents,
		nodes: Nodes,
		jobs: Jobs
	},
	guarantees: {
		limiter: {
			scope: "cluster",
			accuracy: {
				over: 0,
				early: `Of each other node, at most ${LARGEST_LEASE * 100} percent of the limit, for about a second.`
			},
			onFailure: "local-share"
		},
		semaphores: {
			scope: "cluster",
			onFailure: "local-share"
		},
		sharedEvents: { scope: "cluster" }
	},
	async setup({ runtime }, { options, log, defer }) {
		const { prefix, secret, maxClients } = options;
		const makeLink = (events) => createLink(options, events);
		const connection = new Connection(makeLink, toMilliseconds(options.timeout));
		defer(() => connection.close());
		const nodes = new RedisNodes(connection, {
			prefix,
			secret,
			self: () => describeSelf(runtime)
		});
		defer(() => nodes.close());
		connection.onChange((isUp) => {
			if (isUp) nodes.beat();
		});
		const reportAway = () => log.warn(AWAY, { reason: connection.fault });
		await connection.open(START_MS);
		if (connection.isUp) await nodes.list().catch(() => void 0);
		else reportAway();
		connection.onChange((isUp) => {
			if (isUp) log.info("Redis answers again");
			else reportAway();
		});
		const shared = {
			prefix,
			secret: () => nodes.secret,
			nodes: () => nodes.count
		};
		const limiter = new LeaseLimiter(connection, {
			...shared,
			maxClients
		});
		defer(() => limiter.close());
		const semaphores = new RedisSemaphores(connection, shared);
		defer(() => semaphores.close());
		const jobs = new RedisJobs(connection, prefix);
		defer(() => jobs.close());
		const ends = [];
		let latest;
		defer(async () => void await Promise.all(ends));
		return {
			redis: {
				connection,
				nodes,
				bus: () => latest
			},
			limiter,
			semaphores,
			sharedEvents: { open(buffer) {
				const stream = new EventStream(connection, prefix, buffer);
				const isLocal = (event) => runtime.registry.instanceEvents.includes(event);
				const secretOf = () => nodes.secret;
				latest = new SharedBus({
					buffer,
					stream,
					secret: secretOf,
					makeLink,
					isLocal
				});
				ends.push(latest.ended);
				return latest;
			} },
			nodes,
			jobs
		};
	},
	health: ({ redis: { connection } }) => ({ redis: {
		title: {
			en: "Coordination of nodes",
			es: "Coordinación de los nodos"
		},
		check: () => connection.isUp ? { status: "ok" } : {
			status: "degraded",
			detail: "Redis does not answer: this node decides alone."
		}
	} }),
	alerts: { LimiterAlone: {
		expr: "redis_limiter_mode{$job, mode=\"local-share\"} == 1",
		for: "2m",
		severity: "ticket",
		summary: "{{ $labels.instance }} limits clients on its own, as Redis does not answer it.",
		action: "Look at Redis and the way to it; until it answers, each node grants its share."
	} },
	metrics: ({ redis: { connection, nodes, bus } }) => ({
		limiter_mode: {
			help: "Always 1; the label says whether limits are of all nodes or this node's share.",
			type: "gauge",
			read: () => [{
				labels: { mode: connection.isUp ? "cluster" : "local-share" },
				value: 1
			}]
		},
		nodes: {
			help: "Nodes of the service, as of the last two seconds in which Redis answered.",
			type: "gauge",
			read: () => nodes.count
		},
		commands_total: {
			help: "Commands to Redis.",
			type: "counter",
			read: () => connection.calls
		},
		events_shared: {
			help: "1 while this node has the events of all nodes, 0 while only its own.",
			type: "gauge",
			detail: true,
			read: () => Number(bus()?.isShared ?? false)
		},
		events_waiting: {
			help: "Events of this node that wait to be sent to the others.",
			type: "gauge",
			detail: true,
			read: () => bus()?.waiting ?? 0
		},
		events_lost_total: {
			help: "Events that were given up because too many waited; subscribers learn that they missed some.",
			type: "counter",
			detail: true,
			read: () => bus()?.counts.lost ?? 0
		},
		events_breaks_total: {
			help: "How often this node was left with its own events, or events of others were missing.",
			type: "counter",
			detail: true,
			read: () => bus()?.counts.breaks ?? 0
		}
	})
});
export { redis_default as default };

//# sourceMappingURL=index.js.map