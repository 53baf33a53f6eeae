/** Script of the report page: copies the settings and sorts tables. Without it everything can still be read. */
export const script = `
for (const button of document.querySelectorAll('button.copy')) {
  button.hidden = false;
  const said = button.nextElementSibling;
  button.addEventListener('click', async () => {
    const code = document.getElementById(button.dataset.of);
    let isCopied = false;
    try {
      await navigator.clipboard.writeText(code.textContent);
      isCopied = true;
    } catch {
      getSelection().selectAllChildren(code);
      isCopied = document.execCommand('copy');
    }
    said.textContent = isCopied ? 'Copied. Paste it into settings.json.' : 'Press Ctrl+C to copy the selected text.';
  });
}
for (const table of document.querySelectorAll('table.sortable')) {
  const heads = [...table.tHead.rows[0].cells];
  heads.forEach((head, column) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener('click', () => {
      const isDown = head.getAttribute('aria-sort') !== 'descending';
      for (const other of heads) other.removeAttribute('aria-sort');
      head.setAttribute('aria-sort', isDown ? 'descending' : 'ascending');
      const value = (row) => row.cells[column].dataset.value ?? row.cells[column].textContent;
      const rows = [...table.tBodies[0].rows].sort((a, b) => {
        const [x, y] = [value(a), value(b)];
        const order = Number.isNaN(Number(x)) || Number.isNaN(Number(y)) ? x.localeCompare(y) : Number(x) - Number(y);
        return isDown ? -order : order;
      });
      table.tBodies[0].append(...rows);
    });
  });
}
`;
