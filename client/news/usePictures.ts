import { useCallback, useState } from "react";
import { previewUrlOf } from "../../shared/attachments/attachments.rules";
import { reportFailure } from "../platform/failure";
import { ProblemError } from "../platform/problem-error";
import { sendNewsFile } from "./send-file";

/** Keeps pictures for the text of an article that is saved already. What was refused is said below the text. */
export function usePictures(id: number | undefined) {
  const [pictureFailed, setFailed] = useState<string | null>(null);
  const keepPicture = useCallback(
    async (file: File): Promise<string | null> => {
      setFailed(null);
      try {
        return previewUrlOf((await sendNewsFile(id as number, "inline", file)).file.id);
      } catch (error) {
        if (error instanceof ProblemError) setFailed(error.errors.file?.[0] ?? error.message);
        else reportFailure(error as Error);
        return null;
      }
    },
    [id],
  );
  return { keepPicture, pictureFailed };
}
