export function BrandMark({ size = 22 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 22 22" aria-hidden focusable="false" style={{ flex: "none" }}>
      <rect x="1" y="1" width="5.6" height="20" rx="2" fill="var(--mark-1)" />
      <rect x="8.2" y="1" width="5.6" height="13" rx="2" fill="currentColor" />
      <rect x="15.4" y="1" width="5.6" height="7.5" rx="2" fill="var(--mark-3)" />
    </svg>
  );
}
