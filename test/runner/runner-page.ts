/**
 * The page that a test file runs in.
 *
 * What a failed test compared goes to the runner as a structured clone. Elements and functions have none: the report is
 * never sent, and the runner waits for it until its own time limit. Such a report tells them as text instead.
 */
export const runnerPage = (framework: string): string => `<!doctype html>
<html>
  <head>
    <script>
      const { structuredClone: clone } = window;
      const told = (key, value) => (key === 'expected' || key === 'actual' ? String(value) : value);
      window.structuredClone = (value, options) => {
        const isReport = value?.type === 'wtr-session-finished';
        return clone(isReport ? JSON.parse(JSON.stringify(value, told)) : value, options);
      };
    </script>
  </head>
  <body>
    <script type="module" src="${framework}"></script>
  </body>
</html>`;
