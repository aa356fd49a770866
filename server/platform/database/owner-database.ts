import type { DataSource } from "typeorm";
import { connectDatabase } from "./database";
import type { CommittedEvent } from "./unit-of-work";

export interface OwnerDatabase {
  open(): Promise<DataSource>;
  /** Publishes the events of changes made through `open`. */
  published(events: CommittedEvent[]): void;
  close(): Promise<void>;
}

/** Opened on first use, because most processes never need it. */
export function createOwnerDatabase(url: string, published: OwnerDatabase["published"]): OwnerDatabase {
  let opened: Promise<DataSource> | null = null;
  return {
    published,
    open() {
      if (opened) return opened;
      const opening = connectDatabase({ url, role: "owner", poolSize: 2, applicationName: "portal-operator" });
      opened = opening;
      opening.catch(() => (opened = null)); // the next call retries
      return opening;
    },
    close: async () => (await opened?.catch(() => null))?.destroy(),
  };
}
