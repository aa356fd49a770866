import { filter, firstValueFrom, type Subscription, timeout } from "rxjs";
import { io, type Socket } from "socket.io-client";
import { LiveConnection } from "../../client/platform/live/live-connection";
import type { Following, LiveSocket } from "../../client/platform/live/live.types";
import type { DomainEvent } from "../../shared/domain-events";
import { projectStream, userStream } from "../../shared/kernel/events";
import { protocolVersion } from "../../shared/kernel/streams";
import { type Board, boardOf, emptyBoard } from "../../shared/tasks/tasks.board";
import { applyEvent } from "../../shared/tasks/tasks.board-events";
import type { BoardReply } from "../../shared/tasks/tasks.contract";

interface Screen {
  base: string;
  host: string;
  token: string;
  userId: number;
  /** Reads the board, as the client does. */
  read(): Promise<BoardReply>;
  /** How soon it tries again; sooner than a browser does unless it is said. */
  reconnecting?: { reconnectionDelay: number; reconnectionDelayMax: number };
}

const soon = { reconnectionDelay: 100, reconnectionDelayMax: 500 };

/**
 * A board on a screen without the screen: the client's own connection, sequencer and reducer. It reads once, follows,
 * reads again when it is told to, and notes whatever should never happen.
 */
export class BoardWatcher {
  board: Board = emptyBoard;
  reads = 0;
  events = 0;
  readonly faults: string[] = [];
  /** Called with each event as it is applied. */
  onEvent: ((event: DomainEvent) => void) | null = null;
  private socket: Socket | null = null;
  private readonly connection: LiveConnection;
  private following: Following | null = null;
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
      onReset: () => watcher.readAgain(),
      onRevoked: () => watcher.closed || watcher.faults.push("revoked"),
    });
    watcher.subscription = watcher.following.events$.subscribe((event) => watcher.apply(event));
    return watcher;
  }

  get revision(): number {
    return this.board.revision;
  }

  get live(): boolean {
    return this.connection.status$.value === "live";
  }

  /** Connected, and told all that it has missed. @throws when that takes too long. */
  caughtUp(patienceMs = 20_000): Promise<unknown> {
    const { status$ } = this.connection;
    return firstValueFrom(
      status$.pipe(
        filter((status) => status === "live"),
        timeout(patienceMs),
      ),
    );
  }

  /** @throws when it isn't there in time: something was lost. */
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

  /**
   * As when the network goes away: nothing is said, the connection is just gone. Where there is none at the moment, nothing is
   * lost: an engine that is closed while it opens tells nobody, and would be waited for until its time is up, 20 seconds.
   */
  drop(): void {
    if (this.socket?.connected) this.socket.io.engine.close();
  }

  /** Without a network, until it is mended. */
  cut(): void {
    this.socket?.disconnect();
  }

  /** As `cut`, but the line breaks before anybody can say goodbye. */
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
    this.show(boardOf(reply));
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
