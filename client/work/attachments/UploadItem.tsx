import { ActionIcon, Progress } from "@mantine/core";
import { IconAlertCircle, IconCloudUp, IconRefresh, IconX } from "@tabler/icons-react";
import { useCallback } from "react";
import { useFormat, useText } from "../../platform/intl/useText";
import { TruncatedName } from "../../ui/signs/TruncatedName";
import classes from "./TaskAttachments.module.css";
import type { Upload } from "./uploads";
import { useFileSize } from "./useFileSize";
import { uploads } from "./useUploads";

export function useUploadError(): (upload: Upload) => string {
  const text = useText();
  return useCallback(({ reason }) => (!reason ? "" : "words" in reason ? reason.words : text(reason.id)), [text]);
}

export function UploadItem({ upload }: { upload: Upload }) {
  const text = useText();
  const reasonOf = useUploadError();
  const { id, name, state, progress, again } = upload;
  const failed = state === "failed";
  const label = failed ? text("attachment.dismiss", { name }) : text("attachment.cancel", { name });
  return (
    <li className={classes.item} data-state={state}>
      <span className={classes.thumb} aria-hidden>
        {failed ? <IconAlertCircle size={16} stroke={1.75} /> : <IconCloudUp size={16} stroke={1.75} />}
      </span>
      <span className={classes.words}>
        <TruncatedName>{name}</TruncatedName>
        {state === "sending" || state === "done" ? (
          <Progress
            value={progress * 100}
            aria-label={text("attachment.sending", { name })}
            className={classes.progress}
          />
        ) : null}
        <small>{failed || state === "offline" ? reasonOf(upload) : <UploadProgress upload={upload} />}</small>
      </span>
      {again && (
        <ActionIcon aria-label={text("attachment.retry", { name })} onClick={() => uploads.retry(id)}>
          <IconRefresh size={16} stroke={1.75} />
        </ActionIcon>
      )}
      {state !== "done" && (
        <ActionIcon aria-label={label} onClick={() => uploads.cancel(id)}>
          <IconX size={16} stroke={1.75} />
        </ActionIcon>
      )}
    </li>
  );
}

function UploadProgress({ upload: { state, progress, file } }: { upload: Upload }) {
  const text = useText();
  const { percent } = useFormat();
  const sizeOf = useFileSize();
  return state === "waiting"
    ? text("attachment.waits")
    : text("attachment.sent", { percent: percent(progress * 100), size: sizeOf(file.size) });
}
