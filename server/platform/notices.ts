import type { DataSource } from "typeorm";
import { noNotices, type Notices, type NoticeTexts, type Tone } from "../../shared/kernel/notices";
import { Problem } from "../../shared/kernel/problems";
import { queryRows, sharedSql } from "./database/statements";

/**
 * In milliseconds. Each server reads one small table, so that it detects changes within a second, with or without Redis, including changes
 * made by a command. No message can get lost.
 */
const readEveryMs = 500;

/** Shortest and longest time in seconds after which a refused caller may try again; maintenance may end earlier than expected. */
const retrySeconds = { least: 5, most: 300 };

const selectNotices = sharedSql(
  "notices.read",
  "SELECT kind, since, until, tone, texts FROM installation_notice WHERE kind = 'maintenance' OR until > now()",
);

interface NoticeRow {
  kind: string;
  since: Date;
  until: Date;
  tone: string | null;
  texts: unknown;
}

/** The current announcement and maintenance, cached per process and refreshed regularly. */
export interface NoticeBoard {
  readonly current: Notices;
  /** @throws Problem 503 during maintenance. */
  refuseDuringMaintenance(): void;
  /** Reads the notices again, and calls the followers if a notice has changed. */
  refresh(): Promise<void>;
  /** Reads the notices regularly. @returns a function that stops reading. */
  follow(changed: (notices: Notices) => void): () => void;
}

export function createNoticeBoard(database: DataSource): NoticeBoard {
  const followers = new Set<(notices: Notices) => void>();
  let current = noNotices;
  let begun = 0;
  let latestTurn = 0;
  const refresh = async () => {
    const turn = ++begun;
    const found = noticesOf(await queryRows<NoticeRow>(database, selectNotices));
    if (turn < latestTurn) return; // a read that began later knows more
    latestTurn = turn;
    if (JSON.stringify(found) === JSON.stringify(current)) return;
    current = found;
    for (const follower of followers) follower(found);
  };
  return {
    get current() {
      return current;
    },
    refuseDuringMaintenance() {
      const { maintenance } = current;
      if (!maintenance) return;
      const left = Math.ceil((Date.parse(maintenance.until) - Date.now()) / 1_000);
      const retryAfterSeconds = Math.min(Math.max(left, retrySeconds.least), retrySeconds.most);
      throw new Problem("maintenance", { record: maintenance, retryAfterSeconds });
    },
    refresh,
    follow(changed) {
      followers.add(changed);
      let timer: NodeJS.Timeout;
      let ended = false;
      const again = async () => {
        await refresh().catch(() => {}); // while the database is down, the last state stays
        if (!ended) timer = setTimeout(again, readEveryMs).unref();
      };
      void again();
      return () => {
        ended = true;
        clearTimeout(timer);
        followers.delete(changed);
      };
    },
  };
}

function noticesOf(rows: readonly NoticeRow[]): Notices {
  const notices = { ...noNotices };
  for (const { kind, since, until, tone, texts } of rows) {
    const notice = { since: since.toISOString(), until: until.toISOString(), texts: texts as NoticeTexts };
    if (kind === "maintenance") notices.maintenance = notice;
    else notices.announcement = { ...notice, tone: tone as Tone };
  }
  return notices;
}
