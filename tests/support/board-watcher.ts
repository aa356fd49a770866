import type { Subscription } from "rxjs";
import { projectStream, userStream, type DomainEvent } from "../../shared/kernel/events";
import { io, type Socket } from "socket.io-client";
import { LiveConnection } from "../../client/platform/live/live-connection";
import type { StreamSubscription, LiveSocket } from "../../client/platform/live/live.types";
import { protocolVersion } from "../../shared/kernel/streams";
import { type Board, boardFromReply, emptyBoard } from "../../shared/work/tasks/tasks.board";
import { applyEvent } from "../../shared/work/tasks/tasks.board-events";
import type { BoardReply } from "../../shared/work/tasks/tasks.contract";

interface Screen {
  base: string;
  host: string;
  token: string;
  userId: number;
  read(): Promise<BoardReply>;
  /** Reconnection delays; by default shorter than a browser's. */
  reconnecting?: { reconnectionDelay: number; reconnectionDelayMax: number };
}

const soon = { reconnectionDelay: 100, reconnectionDelayMax: 500 };

/**
 * A board without a screen: the client's own connection, sequencer and reducer. It reads the board once, applies events, reads it again on
 * a reset, and records faults.
 */
export class BoardWatcher {
  board: Board = emptyBoard;
  reads = 0;
  events = 0;
  readonly faults: string[] = [];
  onEvent: ((event: DomainEvent) => void) | null = null;
  private socket: Socket | null = null;
  private readonly connection: LiveConnection;
  private following: StreamSubscription | null = null;
  private subscription: Subscription | null = null;
  private readonly waiting = new Map<() => void, number>();
  private closed = false;

  private constructor(private readonly screen: Screen) {
    this.connection = new LiveConnection((token) => {
      this.socket = io(screen.base, {
        path: "/socket.io",
        transports: ["websocket"],
        auth: { token, protocol: protocolVersion },
        extraHeaders: { host: screen.host },
        autoConnect: false,
        forceNew: true,
        ...(screen.reconnecting ?? soon),
      });
      return this.socket as unknown as LiveSocket;
    });
  }

  static async open(screen: Screen, projectId: number): Promise<BoardWatcher> {
    const watcher = new BoardWatcher(screen);
    watcher.connection.start({
      token: screen.token,
      streams: [{ name: userStream(screen.userId), since: 0 }],
      onRefused: (reason) => watcher.faults.push(`refused: ${reason}`),
    });
    const revision = await watcher.readAgain();
    watcher.following = watcher.connection.follow(projectStream(projectId), {
      since: revision,
      epoch: watcher.board.epoch,
      onReset: () => watcher.readAgain(),
      onRevoked: () => watcher.closed || watcher.faults.push("revoked"),
    });
    watcher.subscription = watcher.following.events$.subscribe((event) => watcher.apply(event as DomainEvent));
    return watcher;
  }

  get revision(): number {
    return this.board.revision;
  }

  get live(): boolean {
    return this.connection.status$.value === "live";
  }

  /**
   * Resolves once connected with all missed events received.
   * @throws on timeout
   */
  caughtUp(patienceMs = 20_000): Promise<void> {
    if (this.live) return Promise.resolve();
    return new Promise((resolve, reject) => {
      const stop = this.connection.status$.subscribe((status) => {
        if (status === "live") done();
      });
      const done = (error?: Error) => {
        stop();
        clearTimeout(late);
        if (error) reject(error);
        else resolve();
      };
      const late = setTimeout(() => done(new Error("Not caught up")), patienceMs);
    });
  }

  /** @throws on timeout, which means that an event was lost */
  reaches(revision: number, patienceMs = 20_000): Promise<void> {
    if (this.revision >= revision) return Promise.resolve();
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => {
        this.waiting.delete(done);
        reject(new Error(`Stays at revision ${this.revision} of ${revision} (${this.connection.status$.value})`));
      }, patienceMs);
      const done = () => {
        clearTimeout(late);
        resolve();
      };
      this.waiting.set(done, revision);
    });
  }

  /** @throws on timeout, which means that the client didn't notice a restore */
  async showsEpoch(epoch: string, patienceMs = 20_000): Promise<void> {
    for (const end = Date.now() + patienceMs; this.board.epoch !== epoch; ) {
      if (Date.now() > end) throw new Error(`Stays at epoch ${this.board.epoch} of ${epoch}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  /**
   * Closes the transport, so that the client reconnects as after a network failure. Does nothing without a connection: an engine closed while opening would wait for
   * its timeout of 20 seconds.
   */
  drop(): void {
    if (this.socket?.connected) this.socket.io.engine.close();
  }

  cut(): void {
    this.socket?.disconnect();
  }

  /** Like `cut`, but without the closing handshake. */
  lose(): void {
    const transport = this.socket?.io.engine?.transport as { ws?: { terminate(): void } } | undefined;
    transport?.ws?.terminate();
    this.socket?.disconnect();
  }

  mend(): void {
    this.socket?.connect();
  }

  close(): void {
    this.closed = true;
    this.subscription?.unsubscribe();
    this.following?.close();
    this.connection.stop();
  }

  private async readAgain(): Promise<number> {
    const reply = await this.screen.read();
    this.reads += 1;
    this.show(boardFromReply(reply));
    return reply.revision;
  }

  private apply(event: DomainEvent): void {
    if (event.revision !== this.revision + 1) this.faults.push(`after ${this.revision} came ${event.revision}`);
    this.events += 1;
    this.show(applyEvent(this.board, event));
    this.onEvent?.(event);
  }

  private show(board: Board): void {
    this.board = board;
    for (const [done, revision] of this.waiting) {
      if (board.revision < revision) continue;
      this.waiting.delete(done);
      done();
    }
  }
}
