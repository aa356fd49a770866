/**
 * Opens a page whose address is still asked for. The window is opened at once, within the press, or browsers would block it;
 * where they do all the same, the page takes this one's place.
 */
export async function openPage(address: () => Promise<string>): Promise<void> {
  const opened = window.open("", "_blank");
  try {
    const url = await address();
    if (opened) opened.location.href = url;
    else window.location.assign(url);
  } catch (error) {
    opened?.close();
    throw error;
  }
}
