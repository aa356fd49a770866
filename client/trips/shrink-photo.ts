const longestSide = 2_000;
const quality = 0.85;

/** A photo as a phone takes it is larger than anybody needs, and slow to send beside a road. What can't be read goes as it is. */
export async function shrinkPhoto(file: File): Promise<File> {
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
