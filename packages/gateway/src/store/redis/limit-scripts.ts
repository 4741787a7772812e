/**
 * What the scripts share. The counter of a rate or a sum is a hash of what is used and when that was; that of requests in flight is a
 * sorted set of their ids by when their leases end. The server's clock is used, because gateways' clocks differ.
 */
const COUNTERS = `
local DAY = 86400000
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local function limit(index, first)
  local at = first + (index - 1) * 5
  local max, last = tonumber(ARGV[at + 1]), tonumber(ARGV[at + 2])
  return ARGV[at], max, last, tonumber(ARGV[at + 3]), tonumber(ARGV[at + 4])
end
local function used(key, kind, max, last)
  if kind == 'concurrent' then return redis.call('ZCOUNT', key, '(' .. string.format('%.0f', now), '+inf') end
  local counter = redis.call('HMGET', key, 'used', 'at')
  local amount, since = tonumber(counter[1] or '0'), tonumber(counter[2] or now)
  if kind == 'sum' then return now >= last and 0 or amount end
  return math.max(0, amount - math.max(0, now - since) * max / last)
end
local function add(key, kind, max, last, amount)
  local sum = math.max(0, used(key, kind, max, last) + amount)
  redis.call('HSET', key, 'used', string.format('%.17g', sum), 'at', string.format('%.0f', now))
  local ttl = kind == 'sum' and last - now + DAY or last * 2
  redis.call('PEXPIRE', key, string.format('%.0f', math.max(1000, ttl)))
end
local function lease(key, last, ids)
  local ends = string.format('%.0f', now + last)
  for _, id in ipairs(ids) do redis.call('ZADD', key, ends, id) end
  redis.call('PEXPIRE', key, string.format('%.0f', last * 2))
end
`;

/**
 * Takes all reservations, or none. Returns the number of the first that is refused and in how many milliseconds it is possible, or 0. A
 * request that is reserved or settled already is left alone.
 */
export const RESERVE: string = `${COUNTERS}
local open, done, id = KEYS[1], KEYS[2], ARGV[1]
if redis.call('EXISTS', done) == 1 or redis.call('ZSCORE', open, id) then return { 0, 0 } end
for index = 1, #KEYS - 2 do
  local kind, max, last, amount = limit(index, 2)
  local excess = used(KEYS[index + 2], kind, max, last) + math.min(amount, max) - max
  if excess > max * 1e-9 then
    if kind == 'concurrent' then return { index, 1000 } end
    if kind == 'sum' then return { index, math.max(1, last - now) } end
    return { index, math.ceil(excess * last / max) }
  end
end
redis.call('ZADD', open, string.format('%.0f', now), id)
redis.call('ZREMRANGEBYSCORE', open, '-inf', string.format('%.0f', now - DAY))
redis.call('PEXPIRE', open, DAY)
for index = 1, #KEYS - 2 do
  local kind, max, last, amount = limit(index, 2)
  local key = KEYS[index + 2]
  if kind == 'concurrent' then
    redis.call('ZREMRANGEBYSCORE', key, '-inf', string.format('%.0f', now))
    lease(key, last, { id })
  else
    add(key, kind, max, last, amount)
  end
end
return { 0, 0 }
`;

/**
 * Replaces what was reserved by what was used, once. If nobody knows whether it was reserved, a mark remembers that it is settled, so
 * that neither a second settlement nor a reservation that arrives late is counted.
 */
export const SETTLE: string = `${COUNTERS}
local open, done, id, isReserved = KEYS[1], KEYS[2], ARGV[1], ARGV[2] == '1'
local wasOpen = redis.call('ZREM', open, id) == 1
for index = 1, #KEYS - 2 do
  if limit(index, 3) == 'concurrent' then redis.call('ZREM', KEYS[index + 2], id) end
end
if not wasOpen and (isReserved or redis.call('EXISTS', done) == 1) then return 0 end
if not isReserved then redis.call('SET', done, '1', 'PX', DAY) end
for index = 1, #KEYS - 2 do
  local kind, max, last, amount, reserved = limit(index, 3)
  if kind ~= 'concurrent' then
    add(KEYS[index + 2], kind, max, last, wasOpen and amount - reserved or amount)
  end
end
return 1
`;

/** Renews the leases of requests in flight, also those that the server has lost or never had. */
export const RENEW: string = `${COUNTERS}
local ids = {}
for index = 2, #ARGV do ids[index - 1] = ARGV[index] end
lease(KEYS[1], tonumber(ARGV[1]), ids)
return 1
`;
