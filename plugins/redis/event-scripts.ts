/** The scripts of the event bus. Their keys: facts about the stream, the stream, the latest ids by group, places. */
import { defineScript } from "./connection.ts";

/** Begins another epoch if the data of the last one is gone. */
const EPOCH = `
local epoch = redis.call('HGET', KEYS[1], 'epoch')
if not epoch or (redis.call('HEXISTS', KEYS[1], 'number') == 1 and redis.call('EXISTS', KEYS[2]) == 0) then
  epoch = ARGV[1]
  redis.call('DEL', KEYS[1], KEYS[2], KEYS[3])
  redis.call('HSET', KEYS[1], 'epoch', epoch)
end
`;

/** Fields of an event in PUBLISH. */
const FIELDS = 7;

/**
 * Adds events, except events that this node has added before and events at places that are not new. The fifth key holds
 * the number of the node's latest event, for an hour.
 */
export const PUBLISH = defineScript(`${EPOCH}
local buffer, number = ARGV[2], tonumber(ARGV[3])
local sent = tonumber(redis.call('GET', KEYS[5])) or 0
for at = 5, #ARGV, ${FIELDS} do
  local event, data, recipients, group, of, place, ifNew = unpack(ARGV, at, at + ${FIELDS - 1})
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
export const OPEN = defineScript(`${EPOCH}
return {epoch, redis.call('XREVRANGE', KEYS[2], '+', '-', 'COUNT', ARGV[2]), redis.call('HGETALL', KEYS[3])}
`);
