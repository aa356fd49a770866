let loading: Promise<unknown> | null = null;

/** Korean needs many font-face rules (one per unicode range), so they load on demand; other scripts are part of the page. */
export function loadKorean(): void {
  loading ??= import("./fonts-korean").catch(() => {
    loading = null; // system fonts are used until the next attempt
  });
}

const hangul = /[\u1100-\u11ff\u3130-\u318f\uac00-\ud7af]/;

/** User-written text may be Korean in any interface language. */
export function loadKoreanIfUsed(text: string): void {
  if (!loading && hangul.test(text)) loadKorean();
}
