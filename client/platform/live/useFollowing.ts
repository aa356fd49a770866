import type { QueryKey } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { StreamName } from "../../../shared/kernel/events";
import { queryClient } from "../query";
import { live } from "./live";
import type { Following } from "./live.types";

export interface Followable {
  id: number;
  revision: number;
}

interface Followed {
  streamOf: (id: number) => StreamName;
  /** What is asked for again once the reader may not follow it any more. */
  withdrawnFrom: (id: number) => readonly QueryKey[];
}

/**
 * Follows the records on the screen, each from the revision it was read at: what happened since is caught up, what happens
 * from now on comes live. The tables of event types (`live-queries.ts`) keep what is cached true by it.
 */
export function useFollowing(records: readonly Followable[], { streamOf, withdrawnFrom }: Followed): void {
  const followed = useRef(new Map<number, Following>());
  const ids = records.map(({ id }) => id).join();
  useEffect(() => {
    const open = followed.current;
    const stay = new Set(records.map(({ id }) => id));
    for (const [id, following] of open) {
      if (stay.has(id)) continue;
      following.close();
      open.delete(id);
    }
    const follow = ({ id, revision }: Followable) =>
      live.follow(streamOf(id), {
        since: revision,
        // Too far behind: all that is cached is marked as old and read again; from there on it goes.
        onReset: (now) => Promise.resolve(now),
        onRevoked: () => {
          open.delete(id);
          for (const queryKey of withdrawnFrom(id)) void queryClient.invalidateQueries({ queryKey });
        },
      });
    for (const record of records) if (!open.has(record.id)) open.set(record.id, follow(record));
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the ids say whether anything changed; revisions of what is followed are past
  }, [ids]);

  useEffect(() => {
    const open = followed.current;
    return () => {
      for (const following of open.values()) following.close();
      open.clear();
    };
  }, []);
}
