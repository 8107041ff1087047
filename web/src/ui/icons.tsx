import type { ChangeSeverity, Severity } from "weir-core";

const box = { viewBox: "0 0 16 16", width: "16", height: "16", fill: "none", "aria-hidden": "true", focusable: "false" } as const;
const stroke = {
  stroke: "currentColor",
  "stroke-width": "1.6",
  "stroke-linecap": "round",
  "stroke-linejoin": "round",
} as const;

export function Mark() {
  return (
    <svg class="mark" viewBox="0 0 32 32" width="30" height="30" aria-hidden="true" focusable="false">
      <rect class="mark-ground" width="32" height="32" rx="8" />
      <path class="mark-crest" d="M5 11h8.5c2.6 0 3.4 1.6 3.9 4l.9 4.2c.5 2.3 1.5 3.8 4.2 3.8H27" />
      <path class="mark-water" d="M5 16.6h6.6c1.3 0 1.8.8 2.1 2.2l.5 2.4M5 22.4h4.6" />
    </svg>
  );
}

/** Each severity has a shape of its own, not only a colour. */
export function SeverityIcon({ severity }: { severity: Severity | ChangeSeverity }) {
  switch (severity) {
    case "error":
    case "breaking":
      return (
        <svg {...box} class={`severity ${severity}`}>
          <circle cx="8" cy="8" r="7" fill="currentColor" />
          <path d="M5.6 5.6l4.8 4.8M10.4 5.6l-4.8 4.8" class="severity-cut" />
        </svg>
      );
    case "warning":
      return (
        <svg {...box} class="severity warning">
          <path d="M8 1.4l7 12.8H1z" fill="currentColor" stroke="currentColor" stroke-linejoin="round" />
          <path d="M8 6v3.6M8 11.9v.1" class="severity-cut" />
        </svg>
      );
    case "non-breaking":
      return (
        <svg {...box} class="severity non-breaking">
          <rect x="1.4" y="1.4" width="13.2" height="13.2" rx="3.4" fill="currentColor" />
          <path d="M4.8 8.2l2.2 2.2 4.2-4.6" class="severity-cut" />
        </svg>
      );
    case "info":
      return (
        <svg {...box} class="severity info">
          <circle cx="8" cy="8" r="7" fill="currentColor" />
          <path d="M8 7.4v3.9M8 4.6v.1" class="severity-cut" />
        </svg>
      );
  }
}

export const CheckIcon = () => (
  <svg {...box} {...stroke}>
    <path d="M3 8.6l3.2 3.2L13 4.6" />
  </svg>
);
export const CopyIcon = () => (
  <svg {...box} {...stroke}>
    <rect x="5.6" y="5.6" width="8" height="8" rx="1.8" />
    <path d="M10.4 3.4a1 1 0 0 0-1-1H4.2a1.8 1.8 0 0 0-1.8 1.8v5.2a1 1 0 0 0 1 1" />
  </svg>
);
export const SaveIcon = () => (
  <svg {...box} {...stroke}>
    <path d="M8 2.4v7.4M5 7l3 3 3-3M2.8 13.2h10.4" />
  </svg>
);
export const RenameIcon = () => (
  <svg {...box} {...stroke}>
    <path d="M9 2.4h4M9 13.6h4M11 2.4v11.2M7.4 4.8H1.8v6.4h5.6" />
  </svg>
);
export const FormatIcon = () => (
  <svg {...box} {...stroke}>
    <path d="M2 3h8M5 6.4h9M5 9.8h6M2 13.2h9" />
  </svg>
);
export const OpenIcon = () => (
  <svg {...box} {...stroke}>
    <path d="M9 1.8H4.2a1 1 0 0 0-1 1v10.4a1 1 0 0 0 1 1h7.6a1 1 0 0 0 1-1V5.6L9 1.8v3.8h3.8" />
  </svg>
);
export const NewIcon = () => (
  <svg {...box} {...stroke}>
    <path d="M8 3v10M3 8h10" />
  </svg>
);
export const SunIcon = () => (
  <svg {...box} {...stroke}>
    <circle cx="8" cy="8" r="2.9" />
    <path d="M8 1.4v1.4M8 13.2v1.4M1.4 8h1.4M13.2 8h1.4M3.3 3.3l1 1M11.7 11.7l1 1M12.7 3.3l-1 1M4.3 11.7l-1 1" />
  </svg>
);
export const MoonIcon = () => (
  <svg {...box} {...stroke}>
    <path d="M13.2 9.6A5.8 5.8 0 0 1 6.4 2.8a5.8 5.8 0 1 0 6.8 6.8z" />
  </svg>
);
export const ArrowIcon = () => (
  <svg {...box} {...stroke}>
    <path d="M3 8h9.4M8.8 4.2L12.6 8l-3.8 3.8" />
  </svg>
);
export const CloseIcon = () => (
  <svg {...box} {...stroke}>
    <path d="M4 4l8 8M12 4l-8 8" />
  </svg>
);
export const WrenchIcon = () => (
  <svg {...box} {...stroke}>
    <path d="M3 13l6.2-6.2M9.3 6.7a3.3 3.3 0 0 1 4.2-4.2L11.3 4.7l.2 1 1 .2 2.1-2.2a3.3 3.3 0 0 1-4.2 4.2" />
  </svg>
);

export function FolderIcon() {
  return (
    <svg {...box}>
      <path {...stroke} d="M1.8 12.6V3.4h4.4l1.6 1.8h6.4v7.4z" />
    </svg>
  );
}

export function FilesIcon() {
  return (
    <svg {...box}>
      <path {...stroke} d="M2 3.2h12M2 8h12M2 12.8h8" />
    </svg>
  );
}

export function ShareIcon() {
  return (
    <svg {...box}>
      <path {...stroke} d="M6.6 9.4l2.8-2.8M7.4 4.6l1.5-1.5a2.8 2.8 0 0 1 4 4l-1.5 1.5M8.6 11.4l-1.5 1.5a2.8 2.8 0 0 1-4-4l1.5-1.5" />
    </svg>
  );
}
