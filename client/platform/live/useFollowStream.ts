import { useEffect } from "react";
import type { StreamName } from "../../../shared/kernel/events";
import type { StreamPosition } from "../../../shared/kernel/streams";
import { liveClient } from "./live";

/**
 * Follows a stream from the position a screen was read at (undefined while loading); null follows nothing. The features' live updates apply
 * the events to cached responses.
 */
export function useFollowStream(stream: StreamName | null, read: StreamPosition | undefined): void {
  const ready = read !== undefined;
  useEffect(() => {
    if (!stream || !ready) return;
    const following = liveClient.follow(stream, { since: read.revision, epoch: read.epoch });
    return () => following.close();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- later positions in an already followed stream don't restart it
  }, [stream, ready]);
}
