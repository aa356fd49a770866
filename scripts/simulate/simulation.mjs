/**
 * A model of the product under load, by discrete events: people move cards and read boards at random, and what they ask for queues
 * up for processors and for its project's lock. What a step costs is measured (costs.json); what is made up is how often people do
 * something. Pure: the same site and seed give the same figures.
 *
 * @typedef {{ product: number, database: number }} Cost milliseconds of processor time
 * @typedef {{ move: Cost, read: Cost, delivery: number, networkMs: number }} Costs `delivery`: of one message to one socket
 * @typedef {{
 *   name: string, people: number, perProject: number, watchers: number, movesPerHour: number, readsPerHour: number,
 *   shards: number, servers: number, workers: number, databaseCores: number,
 * }} Site people are those at work in the busiest hour; servers, workers and cores are those of each shard
 * @typedef {{
 *   moves: number, reads: number, seen: { p50: number, p95: number, p99: number }, busy: Record<Part, number>, full: Part, grows: number,
 * }} Figures per second and in milliseconds; `busy` in shares; `grows`: by how much the load may grow until `full` is 80 % busy
 * @typedef {"server" | "worker" | "database"} Part
 */

/** Of the product's time for a move, what the server spends before it answers; the rest is the worker's. */
const serverShare = 0.6;
/** As far as a part may be filled: beyond that, waiting grows faster than work. */
const sensiblyBusy = 0.8;

/**
 * @param {Site} site
 * @param {Costs} costs
 * @param {{ seconds?: number, seed?: number }} [options]
 * @returns {Figures}
 */
export function simulate(site, costs, { seconds = 60, seed = 1 } = {}) {
  const random = randomFrom(seed);
  const clock = new Clock();
  const parts = {
    server: new Resource(clock, site.servers),
    worker: new Resource(clock, site.workers),
    database: new Resource(clock, site.databaseCores),
  };
  const people = site.people / site.shards;
  const perSecond = { moves: (people * site.movesPerHour) / 3600, reads: (people * site.readsPerHour) / 3600 };
  const locks = Array.from({ length: Math.max(1, Math.round(people / site.perProject)) }, () => new Resource(clock, 1));
  /** @type {number[]} */
  const seen = [];
  /** Work varies: most of it is short, some is long. @param {number} mean */
  const some = (mean) => -Math.log(1 - random()) * mean;

  const move = () => {
    const sent = clock.now;
    const lock = /** @type {Resource} */ (locks[Math.floor(random() * locks.length)]);
    const { product, database } = costs.move;
    parts.server.work(some(product * serverShare), () =>
      lock.take((free) =>
        parts.database.work(some(database), () => {
          free();
          parts.worker.work(some(product * (1 - serverShare)), () =>
            parts.server.work(costs.delivery * site.watchers, () => seen.push(clock.now - sent + costs.networkMs)),
          );
        }),
      ),
    );
  };
  const read = () =>
    parts.server.work(some(costs.read.product), () => parts.database.work(some(costs.read.database), () => {}));

  const end = seconds * 1000;
  for (const [rate, doIt] of /** @type {const} */ ([
    [perSecond.moves, move],
    [perSecond.reads, read],
  ])) {
    const next = () => {
      if (clock.now > end) return;
      doIt();
      clock.after(some(1000 / rate), next);
    };
    if (rate > 0) clock.after(some(1000 / rate), next);
  }
  clock.runUntil(end);

  const busy = { server: 0, worker: 0, database: 0 };
  for (const part of /** @type {Part[]} */ (Object.keys(parts)))
    busy[part] = parts[part].busyMs / (end * parts[part].many);
  const full = /** @type {Part[]} */ (Object.keys(busy)).reduce((most, part) =>
    busy[part] > busy[most] ? part : most,
  );
  return {
    moves: perSecond.moves * site.shards,
    reads: perSecond.reads * site.shards,
    seen: percentilesOf(seen),
    busy,
    full,
    grows: sensiblyBusy / busy[full],
  };
}

/** What happens when. */
class Clock {
  now = 0;
  /** @type {{ at: number, run: () => void }[]} a heap: the earliest is first */
  #waiting = [];

  /** @param {number} ms @param {() => void} run */
  after(ms, run) {
    const heap = this.#waiting;
    heap.push({ at: this.now + ms, run });
    for (let place = heap.length - 1; place > 0; ) {
      const above = (place - 1) >> 1;
      if (at(heap, above) <= at(heap, place)) break;
      swap(heap, above, place);
      place = above;
    }
  }

  /** @param {number} end */
  runUntil(end) {
    for (let next = this.#take(); next && next.at <= end; next = this.#take()) {
      this.now = next.at;
      next.run();
    }
  }

  #take() {
    const heap = this.#waiting;
    const first = heap[0];
    const last = heap.pop();
    if (!first || !last || heap.length === 0) return first;
    heap[0] = last;
    for (let place = 0; ; ) {
      const [left, right] = [2 * place + 1, 2 * place + 2];
      const least = at(heap, left) < at(heap, right) ? left : right;
      if (at(heap, least) >= at(heap, place)) return first;
      swap(heap, least, place);
      place = least;
    }
  }
}

/** @param {{ at: number }[]} heap @param {number} place */
const at = (heap, place) => heap[place]?.at ?? Number.POSITIVE_INFINITY;

/** @param {{ at: number, run: () => void }[]} heap @param {number} a @param {number} b */
function swap(heap, a, b) {
  const [one, other] = [heap[a], heap[b]];
  if (one && other) [heap[a], heap[b]] = [other, one];
}

/** Processors, or a lock: so many at a time, the others in the order in which they came. */
class Resource {
  busyMs = 0;
  #free;
  /** @type {(() => void)[]} */
  #queue = [];
  #first = 0;

  /** @param {Clock} clock @param {number} many */
  constructor(clock, many) {
    this.clock = clock;
    this.many = many;
    this.#free = many;
  }

  /** @param {(free: () => void) => void} then */
  take(then) {
    const begin = () => {
      this.#free -= 1;
      then(() => this.#release());
    };
    if (this.#free > 0) begin();
    else this.#queue.push(begin);
  }

  /** @param {number} ms @param {() => void} then */
  work(ms, then) {
    this.take((free) => {
      this.busyMs += ms;
      this.clock.after(ms, () => {
        free();
        then();
      });
    });
  }

  #release() {
    this.#free += 1;
    const next = this.#queue[this.#first];
    if (!next) return;
    this.#first += 1;
    if (this.#first > 1000) {
      this.#queue.splice(0, this.#first);
      this.#first = 0;
    }
    next();
  }
}

/** @param {readonly number[]} samples */
function percentilesOf(samples) {
  const sorted = Float64Array.from(samples).sort();
  const of = (/** @type {number} */ share) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return { p50: of(0.5), p95: of(0.95), p99: of(0.99) };
}

/** Numbers from 0 up to 1, the same for the same seed (mulberry32). @param {number} seed */
function randomFrom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
