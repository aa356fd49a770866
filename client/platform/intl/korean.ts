let loading: Promise<unknown> | null = null;

/** The rules for Korean letters are many (each names the few it is for); other scripts come with the page. */
export function loadKorean(): void {
  loading ??= import("./fonts-korean").catch(() => {
    loading = null; // the system's letters do until the next try
  });
}

const hangul = /[\u1100-\u11ff\u3130-\u318f\uac00-\ud7af]/;

/** What people write may be Korean in any language of the interface. */
export function noticeKorean(text: string): void {
  if (!loading && hangul.test(text)) loadKorean();
}
