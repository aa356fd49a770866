/**
 * Limits that protect a process from a hostile user, token, tenant or anonymous client (docs/security.md, "Threat model"). Each process
 * counts for itself: what is protected (event loop, memory, database connections) belongs to one process. Calls above a limit of
 * concurrency wait; 429 with `Retry-After` is returned when the rate is too high or the queue is full. Times are in milliseconds.
 */
export const limits = {
  http: {
    /** Time for a whole request; 5 MB over a slow connection take a minute. */
    requestMs: 120_000,
    /** Time for a connection without traffic, for example with an unread answer. Longer than any call takes. */
    idleMs: 120_000,
    /** Longer than a load balancer keeps its side open. */
    keepAliveMs: 72_000,
    /** Below the usual limit of 65,536 file handles, because the database and the file store need some as well. */
    connections: 20_000,
    /** Characters of one parameter in a path: 2,000 ids of ten digits, the longest list that `sort-update` takes. */
    pathParameter: 22_000,
    /** In bytes: the path and all headers. */
    header: 32 * 1024,
  },
  body: {
    /** In bytes, for the texts of a record. Parsing a megabyte takes tens of milliseconds. */
    json: 1024 * 1024,
    /** In bytes, of any type, from senders who aren't authenticated before it is read. Longer than any form or event they send. */
    publicJson: 64 * 1024,
    /** In bytes: photos and documents. */
    file: 5 * 1024 * 1024,
    files: 10,
    /** In bytes, for all files of a request, which are held in memory. */
    upload: 25 * 1024 * 1024,
    /** Levels of nesting, limited because validators recurse. Screens send at most six. */
    depth: 12,
    /** Number of values; validators visit each one. Screens send less than 10 percent. */
    values: 20_000,
    /** Fields of a form. */
    fields: 2_000,
  },
  calls: {
    /** More than a user with two hundred selected cards needs. Calls are counted per ten seconds. */
    user: { concurrent: 8, queued: 1_000, calls: 2_000 },
    /** Calls without a recognized session, per IPv4 address or IPv6 network. More than an office behind one address needs. */
    address: { concurrent: 32, queued: 5_000, calls: 6_000 },
    windowSeconds: 10,
    /** In bytes. More than a day's photos, and too little to fill a disk before an operator notices. */
    uploadsPerDay: 4 * 1024 ** 3,
    /** Recognized sessions that are remembered; some hundred bytes each. */
    sessions: 20_000,
  },
  /** Attempts to sign in as an operator, per account and per network; only the private network can try. */
  operatorSignIns: { attempts: 10, windowSeconds: 15 * 60 },
  /** Answers that are large or slow to produce (`expensive` in the contract): more of them at once delayed others' calls by seconds. */
  expensiveCalls: { user: 1, tenant: 4, queued: 5_000 },
  /** Generated files. They may wait for a child process, and must not delay boards meanwhile. */
  generatedFiles: { user: 1, tenant: 2, queued: 5_000 },
  /** Requests with files. Up to 25 MB each are held in memory. */
  uploads: { user: 2, tenant: 8, queued: 5_000 },
  database: {
    /** More than the units of work, because sessions, tenants, notices and health checks are read without waiting for a turn. */
    connections: 20,
    unitsOfWork: 16,
    /** Fewer than all units, so that slow statements and waiting for locks of one tenant don't block others. */
    unitsOfWorkPerTenant: 12,
    /** The longest statement of the largest tenants takes three seconds. */
    statementMs: 20_000,
    idleInTransactionMs: 30_000,
  },
  sockets: {
    /** Connections; allow for many tabs and several browsers. */
    perSession: 20,
    perUser: 60,
    /** Streams per connection, enough for a list of projects. */
    streams: 300,
    /** Messages per user in ten seconds: a card that is dragged sends its position several times per second. */
    messages: 1_000,
    windowSeconds: 10,
    /** In bytes. */
    messageBytes: 32_000,
    /** Frames per connection in ten seconds, pings included: each costs time, and usually an answer. */
    frames: 2_000,
    /** Frames before a connection is admitted: authentication and pings. */
    framesBeforeAdmission: 20,
    /** Each subscription reads the event log. After an outage every tab subscribes to all projects of a list. */
    subscriptions: { concurrent: 1, queued: 1_200 },
  },
  slowReaders: {
    /** Characters queued for one connection while a write is in progress, about four thousand events. */
    queued: 2_000_000,
    /** In characters, unread by all connections of a user. */
    unreadPerUser: 16_000_000,
    /**
     * In characters. Missed events are replayed only below both limits; otherwise the client reads the state again. Each replay has up to
     * four million characters.
     */
    replaysPerUser: 8_000_000,
    all: 512_000_000,
    /** Time within which a message must be read, plus time for its length at 400 kbit/s. */
    readMs: 30_000,
    charactersPerMs: 50,
  },
  /** Parsers of untrusted files, and exports: a failed allocation ends only the child. */
  childProcesses: {
    /** Processes for texts and uploads, for documents and pictures, and for tables. Two of each, so that no tenant occupies all. */
    short: 2,
    medium: 2,
    long: 2,
    workMs: 2_000,
    /** Work with at least this time limit counts as medium or long. */
    mediumFromMs: 10_000,
    longFromMs: 30_000,
    /** JavaScript heap. Buffers may use the same amount in addition. */
    memoryMb: 256,
    queuedPerCaller: 50,
  },
  /**
   * Tables that are imported, checked while they are read. Ten thousand users with fifty columns; reading as much takes five seconds.
   */
  importedTable: {
    /** Filled cells. */
    cells: 500_000,
    characters: 20_000_000,
  },
  /** Password hashes take 50 ms of a processor each, by design. */
  passwords: {
    concurrent: 2,
    user: { concurrent: 1, queued: 6 },
    /** Per address, directory or tenant; a whole office may sign in at nine. */
    shared: { concurrent: 2, queued: 200 },
  },
};
