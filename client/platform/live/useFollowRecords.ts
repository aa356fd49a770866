import type { QueryKey } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { StreamName } from "../../../shared/kernel/events";
import type { StreamPosition } from "../../../shared/kernel/streams";
import { queryClient } from "../query";
import { liveClient } from "./live";
import type { StreamSubscription } from "./live.types";

export interface FollowableRecord extends StreamPosition {
  id: number;
}

interface Followed {
  streamOf: (id: number) => StreamName;
  /** Queries to refetch when the user loses access to the record. */
  withdrawnFrom: (id: number) => readonly QueryKey[];
}

/** Follows the displayed records, each from the revision that it was loaded at. `<feature>.live.ts` maps the events to cached queries. */
export function useFollowRecords(records: readonly FollowableRecord[], { streamOf, withdrawnFrom }: Followed): void {
  const followed = useRef(new Map<number, StreamSubscription>());
  const ids = records.map(({ id }) => id).join();
  useEffect(() => {
    const open = followed.current;
    const stay = new Set(records.map(({ id }) => id));
    for (const [id, following] of open) {
      if (stay.has(id)) continue;
      following.close();
      open.delete(id);
    }
    const follow = ({ id, revision, epoch }: FollowableRecord) =>
      liveClient.follow(streamOf(id), {
        since: revision,
        epoch,
        onRevoked: () => {
          open.delete(id);
          for (const queryKey of withdrawnFrom(id)) void queryClient.invalidateQueries({ queryKey });
        },
      });
    for (const record of records) if (!open.has(record.id)) open.set(record.id, follow(record));
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- depends only on the ids; the revisions of followed records are outdated
  }, [ids]);

  useEffect(() => {
    const open = followed.current;
    return () => {
      for (const following of open.values()) following.close();
      open.clear();
    };
  }, []);
}
