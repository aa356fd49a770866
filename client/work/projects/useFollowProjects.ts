import { projectStream } from "../../../shared/kernel/events";
import { editableProject, listProjects, readProject } from "../../../shared/work/projects/projects.contract";
import { type FollowableRecord, useFollowRecords } from "../../platform/live/useFollowRecords";
import { queryKeyOf } from "../../platform/query";

/** Each stream needs a request on every connect, so only this many are followed; other projects are updated by refetches. */
const maxFollowed = 100;

const followed = {
  streamOf: projectStream,
  withdrawnFrom: (id: number) => [
    queryKeyOf(listProjects),
    queryKeyOf(readProject, { id }),
    queryKeyOf(editableProject, { id }),
  ],
};

export const useFollowProjects = (projects: readonly FollowableRecord[] | undefined): void =>
  useFollowRecords((projects ?? []).slice(0, maxFollowed), followed);
