import type { BodyOf, ReplyOf } from "../../../shared/kernel/endpoint";
import {
  changeNotificationSettings,
  mute as muteCall,
  readNotificationSettings,
} from "../../../shared/notifications/settings.contract";
import { queryClient, readOf, useAction, useEndpoint } from "../../platform/query";
import { toast } from "../../ui/toast/toast";
import { changed } from "./settings.cache";

type Answer = ReplyOf<typeof readNotificationSettings>;
export type SettingsBody = BodyOf<typeof changeNotificationSettings>;

const { queryKey } = readOf(readNotificationSettings);

/** Changes that aren't answered yet, and whether there were several: then the answer to one knows nothing of the others. */
let sending = 0;
let several = false;

/** Saved as one changes: shown at once, and as the server has it when it has answered. */
export function useNotificationSettings() {
  const query = useEndpoint(readNotificationSettings);
  const save = useAction(changeNotificationSettings, {
    onMutate: ({ body }) => {
      sending += 1;
      several ||= sending > 1;
      void queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData<Answer>(queryKey, (known) => known && changed(known, body as SettingsBody));
    },
    onSuccess: (answer) => {
      if (!several) queryClient.setQueryData<Answer>(queryKey, answer);
    },
    onSettled: () => {
      sending -= 1;
      if (sending > 0) return;
      if (several) void queryClient.invalidateQueries({ queryKey });
      several = false;
    },
    onProblem: () => void queryClient.invalidateQueries({ queryKey }),
  });
  return { query, change: (body: Partial<SettingsBody>) => save.mutate({ body }) };
}

/** What is muted for this person, and how to change that. */
export function useMutes() {
  const { data } = useEndpoint(readNotificationSettings);
  const { mutate } = useAction(muteCall, {
    onSuccess: ({ message }) => {
      toast.done(message);
      void queryClient.invalidateQueries({ queryKey });
    },
  });
  const mutes = data?.data.mutes ?? [];
  return {
    taskMuted: (id: number) => mutes.some((each) => each.task?.id === id),
    projectMuted: (id: number) => mutes.some((each) => each.project?.id === id),
    /** `until` null is for good. */
    mute: (what: { task_id: number } | { project_id: number }, until: string | null) =>
      mutate({ body: { ...what, muted: true, until } }),
    unmute: (what: { task_id: number } | { project_id: number }) => mutate({ body: { ...what, muted: false } }),
  };
}
