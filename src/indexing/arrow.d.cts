export * from 'apache-arrow';
