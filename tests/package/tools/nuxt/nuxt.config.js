export default { compatibilityDate: "2026-01-01", telemetry: false, devtools: { enabled: false } };
