export function ProjectsIllustration() {
  return (
    <svg viewBox="0 0 112 64">
      <rect x="2" y="10" width="32" height="44" rx="5" strokeDasharray="3 3" />
      <rect x="40" y="4" width="32" height="44" rx="5" />
      <path d="M46 14h12M46 22h20M46 34h20" />
      <path d="M46 34h8" stroke="var(--st-done)" strokeWidth="3" />
      <rect x="78" y="10" width="32" height="44" rx="5" strokeDasharray="3 3" />
    </svg>
  );
}
