/**
 * Opens a page whose address must be requested first. The window is opened within the click, because browsers would otherwise block it; if
 * they still do, the page opens in this tab.
 */
export async function openPageInNewTab(address: () => Promise<string>): Promise<void> {
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
