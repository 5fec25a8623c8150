export * from 'toolgate/model';
