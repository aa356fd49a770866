import { useEffect, useRef } from "react";
import { projectStream } from "../../shared/kernel/events";
import { editableProject, listProjects, singleProject } from "../../shared/projects/projects.contract";
import { live } from "../platform/live/live";
import type { Following } from "../platform/live/live.types";
import { keyOf, queryClient } from "../platform/query";

/** Each stream is one question to the server on every connect. Who sees more projects than this has them read again. */
const followedMost = 100;

interface Followable {
  id: number;
  revision: number;
}

/**
 * Follows the projects on the screen from the revision they were read at: what happened since is caught up, what
 * happens from now on comes live. The table of event types (`live-queries.ts`) keeps the lists true by it.
 */
export function useFollowProjects(projects: readonly Followable[] | undefined): void {
  const followed = useRef(new Map<number, Following>());
  const wanted = (projects ?? []).slice(0, followedMost);
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
  return live.follow(projectStream(id), {
    since: revision,
    // Too far behind: all that is cached is marked as old and read again; from there on it goes.
    onReset: (now) => Promise.resolve(now),
    onRevoked: () => {
      open.delete(id);
      for (const queryKey of [keyOf(listProjects), keyOf(singleProject, { id }), keyOf(editableProject, { id })]) {
        void queryClient.invalidateQueries({ queryKey });
      }
    },
  });
}
