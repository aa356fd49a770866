import { useEffect, useRef } from "react";
import { newsStream } from "../../shared/kernel/events";
import { listNews, newsOverview, readNews } from "../../shared/news/news.contract";
import { live } from "../platform/live/live";
import type { Following } from "../platform/live/live.types";
import { keyOf, queryClient } from "../platform/query";

interface Followable {
  id: number;
  revision: number;
}

/**
 * Follows the articles on the screen from the revision they were read at; the table of event types (`live-queries.news.ts`)
 * keeps them true by it. What is for others from now on goes from the lists.
 */
export function useFollowNews(articles: readonly Followable[] | undefined): void {
  const followed = useRef(new Map<number, Following>());
  const wanted = articles ?? [];
  const ids = wanted.map(({ id }) => id).join();
  useEffect(() => {
    const open = followed.current;
    const stay = new Set(wanted.map(({ id }) => id));
    for (const [id, following] of open) {
      if (stay.has(id)) continue;
      following.close();
      open.delete(id);
    }
    for (const { id, revision } of wanted) if (!open.has(id)) open.set(id, follow(id, revision, open));
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

function follow(id: number, revision: number, open: Map<number, Following>): Following {
  return live.follow(newsStream(id), {
    since: revision,
    // Too far behind: all that is cached is marked as old and read again; from there on it goes.
    onReset: (now) => Promise.resolve(now),
    onRevoked: () => {
      open.delete(id);
      for (const queryKey of [keyOf(listNews), keyOf(newsOverview), keyOf(readNews, { id })]) {
        void queryClient.invalidateQueries({ queryKey });
      }
    },
  });
}
