import { Button, FileButton } from "@mantine/core";
import { useState } from "react";
import type { Endpoint } from "../../../shared/kernel/endpoint";
import { newIdempotencyKey } from "../../platform/api";
import { reportFailure } from "../../platform/failure";
import { useText } from "../../platform/intl/useText";
import { ProblemError } from "../../platform/problem-error";
import { queryKeyOf, queryClient, useAction } from "../../platform/query";
import { upload } from "../../platform/upload";
import { toast } from "../../ui/toast/toast";
import classes from "./resources.module.css";

interface ResourcePhotoFieldProps {
  of: { id: number; name: string; image: string | null };
  calls: { upload: Endpoint; remove: Endpoint; list: Endpoint };
}

/** Photo of a room, a car or a piece of equipment; saved immediately, independently of the form. */
export function ResourcePhotoField({ of: { id, name, image }, calls }: ResourcePhotoFieldProps) {
  const text = useText();
  const [currentImage, setCurrentImage] = useState(image);
  const [failed, setFailed] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const applyChange = async ({ message, data }: { message?: string | undefined; data: { image: string | null } }) => {
    setCurrentImage(data.image);
    toast.done(message ?? "");
    await queryClient.invalidateQueries({ queryKey: queryKeyOf(calls.list) });
  };
  const remove = useAction(calls.remove, { onSuccess: applyChange });
  const send = async (file: File | null) => {
    if (!file) return;
    const body = new FormData();
    body.set("image", file, file.name);
    setBusy(true);
    setFailed(null);
    const on = { params: { id }, body, idempotencyKey: newIdempotencyKey() };
    const rest = { signal: new AbortController().signal, onProgress: () => undefined };
    try {
      await applyChange(await upload(calls.upload, { ...on, ...rest }));
    } catch (error) {
      if (error instanceof ProblemError) setFailed(error.errors.image?.[0] ?? error.message);
      else reportFailure(error as Error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <section className={classes.photo} aria-label={text("place.photo")}>
      {currentImage && <img src={currentImage} alt={text("place.photo.of", { name })} />}
      {failed && (
        <p role="alert" className="mantine-InputWrapper-error">
          {failed}
        </p>
      )}
      <div>
        <FileButton accept="image/jpeg,image/png,image/gif,image/svg+xml" onChange={(file) => void send(file)}>
          {(button) => (
            <Button {...button} variant="default" loading={busy}>
              {text(currentImage ? "place.photo.other" : "place.photo.choose")}
            </Button>
          )}
        </FileButton>
        {currentImage && (
          <Button
            variant="subtle"
            color="gray"
            loading={remove.isPending}
            onClick={() => remove.mutate({ params: { id } })}
          >
            {text("place.photo.remove")}
          </Button>
        )}
      </div>
    </section>
  );
}
