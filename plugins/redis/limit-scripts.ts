/**
 * The scripts of the limiter. A key ends with a client's window, and holds how many requests were given out to nodes in
 * it and how many of them they returned. Both only grow, so that nodes can bring what they know to a server without it.
 */
import { defineScript } from "./connection.ts";

/**
 * Takes requests beforehand. The node brings along all that it knows of the window, so that a server that lost its data
 * has it again. Returns how many were taken, the two counts, and the milliseconds left, 0 without a window.
 */
export const TAKE = defineScript(`
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
export const RETURN = defineScript(`
local left = redis.call('PTTL', KEYS[1])
if left > 0 and left - tonumber(ARGV[3]) < tonumber(ARGV[2]) / 2 then
  redis.call('HINCRBY', KEYS[1], 'returned', ARGV[1])
end
return 0
`);
