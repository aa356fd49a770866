import { Button } from "@mantine/core";
import { useEffect, useMemo, useRef, useState } from "react";
import ReactCrop, { centerCrop, type Crop, makeAspectCrop, type PixelCrop } from "react-image-crop";
import "react-image-crop/dist/ReactCrop.css";
import { reportFailure } from "../../platform/failure";
import { useText } from "../../platform/intl/useText";
import { ProblemError } from "../../platform/problem-error";
import { CancelButton } from "../CancelButton";
import classes from "./PictureCrop.module.css";
import { Dialog } from "../Dialog";
import flow from "../layout/flow.module.css";

/** Maximum size in px at which an image is displayed. */
const side = 512;

interface PictureCropProps {
  file: File;
  title: string;
  /** JPEG on white for portraits; PNG keeps transparency. */
  as: "image/jpeg" | "image/png";
  /** Field name in the server's validation errors. */
  field: string;
  round?: boolean;
  save(picture: Blob): Promise<void>;
  onClose(): void;
}

export function PictureCrop({ file, title, as, field, round = false, save, onClose }: PictureCropProps) {
  const text = useText();
  const image = useRef<HTMLImageElement>(null);
  const [crop, setCrop] = useState<Crop>();
  const [cut, setCut] = useState<PixelCrop>();
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const source = useMemo(() => URL.createObjectURL(file), [file]);
  useEffect(() => () => URL.revokeObjectURL(source), [source]);
  const handOver = async () => {
    if (!image.current || !cut) return;
    setPending(true);
    try {
      await save(await squareOf(image.current, cut, as));
      onClose();
    } catch (error) {
      if (error instanceof ProblemError && error.errors[field]) setProblem(error.errors[field][0] ?? null);
      else reportFailure(error as Error);
    } finally {
      setPending(false);
    }
  };
  return (
    <Dialog opened onClose={onClose} title={title}>
      <ReactCrop
        crop={crop}
        aspect={1}
        circularCrop={round}
        keepSelection
        minWidth={32}
        onChange={setCrop}
        onComplete={setCut}
      >
        <img
          ref={image}
          src={source}
          alt={text("profile.picture.alt")}
          className={classes.picture}
          onError={() => setProblem(text("profile.picture.none"))}
          onLoad={({ currentTarget: { width, height } }) => {
            const whole = centerCrop(
              makeAspectCrop({ unit: "px", width: Math.min(width, height) }, 1, width, height),
              width,
              height,
            );
            setCrop(whole);
            setCut(whole);
          }}
        />
      </ReactCrop>
      {problem && <p role="alert">{problem}</p>}
      <footer className={flow.actions}>
        <CancelButton isSending={pending} onClick={onClose} />
        <Button variant="filled" loading={pending} disabled={!cut} onClick={() => void handOver()}>
          {text("action.save")}
        </Button>
      </footer>
    </Dialog>
  );
}

function squareOf(image: HTMLImageElement, { x, y, width }: PixelCrop, as: PictureCropProps["as"]): Promise<Blob> {
  const scale = (image.naturalWidth || side) / image.width;
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = Math.max(32, Math.min(side, Math.round(width * scale)));
  const context = canvas.getContext("2d");
  if (context) {
    if (as === "image/jpeg") {
      // JPEG would render transparent pixels black.
      context.fillStyle = "white";
      context.fillRect(0, 0, canvas.width, canvas.height);
    }
    context.drawImage(image, x * scale, y * scale, width * scale, width * scale, 0, 0, canvas.width, canvas.height);
  }
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("No picture"))), as, 0.9),
  );
}
