import { ActionIcon, Button, FileButton } from "@mantine/core";
import { IconCamera, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import {
  addTripPhoto,
  listTrips,
  readTrip,
  removeTripPhoto,
  type Trip,
  type TripPhoto,
} from "../../../shared/bookings/trips/trips.contract";
import { maxTripPhotos } from "../../../shared/bookings/trips/trips.rules";
import { newIdempotencyKey } from "../../platform/api";
import { reportFailure } from "../../platform/failure";
import { useText } from "../../platform/intl/useText";
import { ProblemError } from "../../platform/problem-error";
import { refetch, useAction } from "../../platform/query";
import { upload } from "../../platform/upload";
import classes from "./trips.module.css";

const longestSide = 2_000;
const quality = 0.85;

/** Shrinks phone photos, which are unnecessarily large for slow mobile uploads. Unreadable files are sent unchanged. */
async function shrinkPhoto(file: File): Promise<File> {
  const picture = await createImageBitmap(file).catch(() => null);
  if (!picture) return file;
  const scale = longestSide / Math.max(picture.width, picture.height);
  if (scale >= 1) return file;
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(picture.width * scale);
  canvas.height = Math.round(picture.height * scale);
  canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/jpeg", quality));
  return blob ? new File([blob], `${file.name.replace(/\.[^.]*$/, "")}.jpg`, { type: blob.type }) : file;
}

const refetchTrips = () => refetch(listTrips, readTrip);

export function TripPhotos({ trip: { id, can }, photos }: { trip: Trip; photos: readonly TripPhoto[] }) {
  const text = useText();
  const [failed, setFailed] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const remove = useAction(removeTripPhoto, { onSuccess: () => void refetchTrips() });
  const send = async (chosen: readonly File[]) => {
    setBusy(true);
    setFailed(null);
    try {
      for (const file of chosen) await sendOne(id, file);
    } catch (error) {
      if (error instanceof ProblemError) setFailed(error.errors.file?.[0] ?? error.message);
      else reportFailure(error as Error);
    } finally {
      setBusy(false);
      await refetchTrips();
    }
  };
  if (!can.note && photos.length === 0) return null;
  return (
    <section aria-label={text("trip.photos")} className={classes.photos}>
      <h3>{text("trip.photos")}</h3>
      {photos.length > 0 && (
        <ul>
          {photos.map(({ id: photo, file }, n) => (
            <li key={photo}>
              <a href={file.url} target="_blank" rel="noreferrer">
                <img src={file.preview_url ?? file.url} alt={text("trip.photos.one", { n: n + 1 })} loading="lazy" />
              </a>
              {can.note && (
                <ActionIcon
                  variant="default"
                  aria-label={text("trip.photos.remove", { n: n + 1 })}
                  onClick={() => remove.mutate({ params: { id, photo_id: photo } })}
                >
                  <IconTrash size={16} stroke={1.75} aria-hidden />
                </ActionIcon>
              )}
            </li>
          ))}
        </ul>
      )}
      {failed && (
        <p role="alert" className="mantine-InputWrapper-error">
          {failed}
        </p>
      )}
      {can.note && photos.length < maxTripPhotos && (
        <FileButton multiple accept="image/jpeg,image/png" onChange={(chosen) => void send(chosen)}>
          {(button) => (
            <Button
              {...button}
              variant="default"
              loading={busy}
              leftSection={<IconCamera size={16} stroke={1.75} aria-hidden />}
            >
              {text("trip.photos.add")}
            </Button>
          )}
        </FileButton>
      )}
    </section>
  );
}

async function sendOne(id: number, file: File): Promise<void> {
  const photo = await shrinkPhoto(file);
  const body = new FormData();
  body.set("file", photo, photo.name);
  await upload(addTripPhoto, {
    params: { id },
    body,
    idempotencyKey: newIdempotencyKey(),
    signal: new AbortController().signal,
    onProgress: () => undefined,
  });
}
