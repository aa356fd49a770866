import { Button, FileButton } from "@mantine/core";
import { useState } from "react";
import { listCars, removeCarPhoto, uploadCarPhoto } from "../../shared/cars/cars.contract";
import { listEquipment, removeEquipmentPhoto, uploadEquipmentPhoto } from "../../shared/equipment/equipment.contract";
import { listRooms, removeRoomPhoto, uploadRoomPhoto } from "../../shared/places/rooms.contract";
import { newIdempotencyKey } from "../platform/api";
import { reportFailure } from "../platform/failure";
import { useText } from "../platform/intl/useText";
import { ProblemError } from "../platform/problem-error";
import { keyOf, queryClient, useAction } from "../platform/query";
import { upload } from "../platform/upload";
import { toast } from "../ui/toast/toast";
import classes from "./places.module.css";

type Kind = "room" | "car" | "equipment";

/** A kind's calls: the first two answer its record as it is then. */
const calls = {
  room: { send: uploadRoomPhoto, remove: removeRoomPhoto, list: listRooms },
  car: { send: uploadCarPhoto, remove: removeCarPhoto, list: listCars },
  equipment: { send: uploadEquipmentPhoto, remove: removeEquipmentPhoto, list: listEquipment },
} as const;

interface PlacePhotoProps {
  of: { kind: Kind; id: number; name: string; image: string | null };
}

/** The photo of a room, a car or a piece of equipment, which is there at once, apart from its fields. */
export function PlacePhoto({ of: { kind, id, name, image } }: PlacePhotoProps) {
  const text = useText();
  const [shown, setShown] = useState(image);
  const [failed, setFailed] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const given = async ({ message, data }: { message?: string | undefined; data: { image: string | null } }) => {
    setShown(data.image);
    toast.done(message ?? "");
    await queryClient.invalidateQueries({ queryKey: keyOf(calls[kind].list) });
  };
  const remove = useAction(calls[kind].remove, { onSuccess: given });
  const send = async (file: File | null) => {
    if (!file) return;
    const body = new FormData();
    body.set("image", file, file.name);
    setBusy(true);
    setFailed(null);
    const on = { params: { id }, body, idempotencyKey: newIdempotencyKey() };
    const rest = { signal: new AbortController().signal, onProgress: () => undefined };
    try {
      await given(await upload(calls[kind].send, { ...on, ...rest }));
    } catch (error) {
      if (error instanceof ProblemError) setFailed(error.errors.image?.[0] ?? error.message);
      else reportFailure(error as Error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <section className={classes.photo} aria-label={text("place.photo")}>
      {shown && <img src={shown} alt={text("place.photo.of", { name })} />}
      {failed && (
        <p role="alert" className="mantine-InputWrapper-error">
          {failed}
        </p>
      )}
      <div>
        <FileButton accept="image/jpeg,image/png,image/gif,image/svg+xml" onChange={(file) => void send(file)}>
          {(button) => (
            <Button {...button} variant="default" loading={busy}>
              {text(shown ? "place.photo.other" : "place.photo.choose")}
            </Button>
          )}
        </FileButton>
        {shown && (
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
