import { projectStream } from "../../shared/kernel/events";
import { editableProject, listProjects, singleProject } from "../../shared/projects/projects.contract";
import { type Followable, useFollowing } from "../platform/live/useFollowing";
import { keyOf } from "../platform/query";

/** Each stream is one question to the server on every connect. Who sees more projects than this has them read again. */
const followedMost = 100;

const followed = {
  streamOf: projectStream,
  withdrawnFrom: (id: number) => [keyOf(listProjects), keyOf(singleProject, { id }), keyOf(editableProject, { id })],
};

/** Follows the projects on the screen. */
export const useFollowProjects = (projects: readonly Followable[] | undefined): void =>
  useFollowing((projects ?? []).slice(0, followedMost), followed);
